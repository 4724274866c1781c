import { useState } from "react"
import { addressOf, Link, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useScopeTitle } from "../../server/scope-title.ts"
import { useSession } from "../../server/session.tsx"
import { eventTitle } from "../../words/rule-words.ts"
import { LessonChooser } from "./lesson-chooser.tsx"
import { type LessonSource, lessonSource } from "./lesson-source.ts"
import { RuleForm } from "./rule-form.tsx"

/** Teaches a rule from a case whose answer was wrong, or as the answer to a question. */
export function NewRulePage(_: PageProps) {
  const classTitle = useClassTitle()
  const { query } = useLocation()
  const given = (name: string) => query.get(name) ?? undefined
  const id = given("intervention")
  const intervention = useAsk("intervention", { intervention: id ?? "" }, { when: id !== undefined })
  const [on, at] = [given("on"), given("at")]
  const from = {
    case: given("case"),
    item: given("item"),
    family: given("family"),
    version: given("version"),
    then: given("then"),
  }
  const { may } = useSession()
  // Once it is answered it is told no more where it stood.
  const [asking, setAsking] = useState(intervention.data)
  if (intervention.data !== undefined && asking?.id !== id) setAsking(intervention.data)
  const source = lessonSource({ on, at, ...from }, asking?.id === id ? asking : undefined)
  const scopeTitle = useScopeTitle(source?.at)
  return (
    <>
      <PageHead
        title={source ? `New rule · ${eventTitle(source.on, classTitle).title} · ${scopeTitle(source.at)}` : "New rule"}
        trail={[
          ["Rules", "/rules"],
          ...(source
            ? [[scopeTitle(source.at), addressOf("/rules/:tree", { tree: `${source.on} ${source.at}` })] as const]
            : []),
          ...(id === undefined
            ? []
            : [["The question", addressOf("/interventions/:intervention", { intervention: id })] as const]),
        ]}
        about="Say what is special about this case and what to do then. What was right before stays right."
      />
      {!may("teach") ? (
        <Card>
          <Empty icon="rules" title="You may not teach rules">
            Whoever may teach is said under “permissions” of the organisation. You can look at{" "}
            <Link to="/rules">the rules</Link>.
          </Empty>
        </Card>
      ) : id !== undefined && intervention.data === undefined ? (
        <Answer of={intervention}>{() => <Skeleton />}</Answer>
      ) : source === undefined ? (
        <LessonChooser />
      ) : (
        <Lesson key={JSON.stringify([source.on, source.from])} source={source} intervention={id} />
      )}
    </>
  )
}

function Lesson({
  source,
  intervention,
}: {
  readonly source: LessonSource
  readonly intervention: string | undefined
}) {
  const { on, at, from } = source
  const lesson = useAsk("lesson", { on, at, from }, { keep: true })
  return (
    <Answer of={lesson}>
      {(told) => <RuleForm source={source} lesson={told} {...(intervention !== undefined && { intervention })} />}
    </Answer>
  )
}
