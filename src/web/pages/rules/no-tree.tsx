import { placeOfScope } from "../../../model/scope-text.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { useClassTitle } from "../../server/class-titles.ts"
import { useScopeTitle } from "../../server/scope-title.ts"
import { useSession } from "../../server/session.tsx"
import { eventTitle } from "../../words/rule-words.ts"

/** Where nobody has taught anything yet. */
export function NoTree({ on, at }: { readonly on: string; readonly at: string }) {
  const classTitle = useClassTitle()
  const { may } = useSession()
  const title = useScopeTitle(at)
  const { process, task } = placeOfScope(at)
  return (
    <>
      <PageHead
        title={`${eventTitle(on, classTitle).title} · ${title(at)}`}
        trail={[["Rules", process === undefined ? "/rules" : addressOf("/rules", {}, { process })]]}
      />
      <Card>
        <Empty icon="rules" title="There are no rules here yet">
          {may("teach") && (
            <Link to={addressOf("/rules/new", {}, { process, when: on, step: task })}>Teach the first one</Link>
          )}
        </Empty>
      </Card>
    </>
  )
}
