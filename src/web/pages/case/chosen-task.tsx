import { useEffect, useRef, useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import type { CaseView } from "./case-page.tsx"
import { ItemSummary } from "./item-summary.tsx"
import { useCaseItems } from "./use-case-items.ts"

const atFirst = 12
/** In pixels: with so much of it in view, somebody sees that it is there. */
const seen = 120

/** What is known of the task that was chosen in the net, and what can be done about its items. */
export function ChosenTask({ task, view }: { readonly task: string; readonly view: CaseView }) {
  const net = useAsk("net", { process: view.process, version: view.version })
  const node = net.data?.nets.flatMap(({ nodes }) => nodes).find((each) => each.task === task)
  const [most, setMost] = useState(atFirst)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    if (top > innerHeight - seen) frame.current?.scrollIntoView({ block: "nearest" })
  }, [])
  const classTitle = useClassTitle()
  // What can still be done comes first.
  const own = useCaseItems(view, task)
  const items = [...own.items, ...view.items.filter((item) => node?.routes?.includes(item.task))].toSorted(
    (one, other) => Number(one.endedAt !== undefined) - Number(other.endedAt !== undefined),
  )
  const raised = view.exceptions.filter(({ at }) => at === task)
  return (
    <div ref={frame} className="case-chosen">
      <Card
        title={node?.title || titleOf(task)}
        side={<Button look="quiet" icon="close" aria-label="Close" onClick={() => changeQuery({ task: undefined })} />}
      >
        <div className="stack">
          {node?.needs && <p className="soft">Needs {node.needs}</p>}
          {node?.deadline && <p className="soft">Due within {node.deadline}</p>}
          {raised.map(({ id, class: name, parameters }) => (
            <p key={id} className="trouble small">
              <b>{classTitle(name)}</b> {typeof parameters.message === "string" && parameters.message}
            </p>
          ))}
          {items.length === 0 && <p className="soft">It has not come to this yet.</p>}
          {items.slice(0, most).map((item) => (
            <ItemSummary key={item.id} item={item} view={view} />
          ))}
          {items.length > most && (
            <Button onClick={() => setMost(most + atFirst * 5)}>{`Show more of ${items.length} items`}</Button>
          )}
          {items.length <= most && own.more && (
            <Button isBusy={own.isBusy} onClick={own.more}>
              Show more items
            </Button>
          )}
        </div>
      </Card>
    </div>
  )
}
