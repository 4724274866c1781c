import { useState } from "react"
import type { Output } from "../../../client.ts"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Field } from "../../parts/field.tsx"
import { useLater } from "../../parts/use-later.ts"
import { useAsk } from "../../server/ask.ts"
import { BacktestPanel } from "./backtest-panel.tsx"
import { ConditionEditor } from "./condition-editor.tsx"
import type { LessonSource } from "./lesson-source.ts"
import { Outcomes } from "./outcomes.tsx"
import { type RuleDraft, thenOf } from "./rule-draft.ts"
import { RuleScope } from "./rule-scope.tsx"
import { type Learnt, SaveRule } from "./save-rule.tsx"
import { SavedRule } from "./saved-rule.tsx"
import { SuggestionList } from "./suggestion-list.tsx"
import { TreeMoved } from "./tree-moved.tsx"
import { useRuleDraft } from "./use-rule-draft.ts"
import { ValuesSideBySide } from "./values-side-by-side.tsx"
import { WhatToDo } from "./what-to-do.tsx"
import "./rule-form.css"

interface Props {
  readonly source: LessonSource
  readonly lesson: Output<"lesson">
  readonly intervention?: string
}

/** The rule as it is being written: when, what, what it would have changed, and saving it. */
export function RuleForm({ source, lesson, intervention }: Props) {
  const { value: draft, change: keep, forget } = useRuleDraft(source)
  const { condition, deed, title } = draft
  const change = (part: Partial<RuleDraft>) => keep({ ...draft, ...part })
  const [isSaving, setSaving] = useState(false)
  const [learnt, setLearnt] = useState<Learnt>()
  const { tree, version } = lesson
  const [seen, setSeen] = useState({ tree, version })
  if (seen.tree !== tree) setSeen({ tree, version })
  const isMoved = seen.tree === tree && seen.version !== version
  const moved = isMoved && <TreeMoved tree={tree} seen={seen.version} onSeen={() => setSeen({ tree, version })} />
  const { on, at, from } = source
  const then = thenOf(deed)
  const typed = useLater(condition.trim(), 250)
  const vocabulary = useAsk("vocabulary", { on, at })
  const check = useAsk(
    "checkCondition",
    { on, at, if: typed, from, ...(then !== undefined && { then }) },
    { when: typed !== "", keep: true },
  )
  const checked = typed === "" ? undefined : check.data
  const isReady = checked?.isAcceptable === true && then !== undefined && typed === condition.trim()
  const rule = { on, at, if: typed, from, ...(title.trim() && { title: title.trim() }) }
  const otherFindings =
    checked?.findings.filter(
      ({ place }) => !place.path.startsWith("if") && !(deed.kind === "steps" && place.path.startsWith("then")),
    ) ?? []
  const setCondition = (next: string) => change({ condition: next })
  if (learnt) return <SavedRule learnt={learnt} source={source} isAnswer={intervention !== undefined} />
  return (
    <div className="rule-form">
      <div className="stack">
        <Card title="When">
          <div className="stack">
            <p>
              The answer now is <strong>{lesson.says ?? "nothing"}</strong>
              {lesson.walk.answer > 0 && ` (rule ${lesson.walk.answer})`}.
            </p>
            {moved}
            <RuleScope on={on} at={at} case={lesson.here.case} {...(lesson.here.item && { item: lesson.here.item })} />
            <ConditionEditor value={condition} onChange={setCondition} vocabulary={vocabulary.data} checked={checked} />
            {checked && <Outcomes checked={checked} />}
            <SuggestionList
              suggestions={lesson.suggestions}
              // Whatever is reported is a thing of its own: only as an answer a rule is about the same report.
              isUnanswered={lesson.walk.answer === 0 && (on !== "Unforeseen" || intervention !== undefined)}
              chosen={condition}
              onChoose={setCondition}
            />
          </div>
        </Card>
        <Card title="What to do">
          <div className="stack">
            <WhatToDo deed={deed} on={on} at={at} onChange={(next) => change({ deed: next })} />
            {otherFindings.map(({ code, message, remedy, severity }) => (
              <p key={code + message} className={severity === "error" ? "field-problem" : "soft"}>
                {message} {remedy}
              </p>
            ))}
            {checked?.passes && (
              <p className="soft" role="status">
                This only tells people or writes data. What went wrong is passed on afterwards, and in the end somebody
                is asked; add a step that acts on the item or the case, such as Retry or Skip, if that is not meant.
              </p>
            )}
            <Field label="Title" about="For people; may be left out.">
              {(control) => (
                <input
                  {...control}
                  className="input"
                  maxLength={200}
                  value={title}
                  onChange={(event) => change({ title: event.target.value })}
                />
              )}
            </Field>
          </div>
        </Card>
      </div>
      <div className="stack">
        <ValuesSideBySide
          lesson={lesson}
          onName={(name) => setCondition(condition.trim() === "" ? name : `${condition.trimEnd()} ${name}`)}
        />
        <BacktestPanel input={isReady ? { ...rule, then } : undefined} />
      </div>
      <div className="row rule-form-save">
        <Button look="main" icon="check" disabled={!isReady} onClick={() => setSaving(true)}>
          {intervention === undefined ? "Learn the rule…" : "Answer with this rule…"}
        </Button>
        {!isReady && <span className="soft">{missing(condition, checked?.isAcceptable, then !== undefined)}</span>}
      </div>
      {isSaving && then !== undefined && (
        <SaveRule
          rule={{ ...rule, then }}
          version={seen.version}
          notice={moved}
          {...(intervention !== undefined && { intervention })}
          onLearnt={(saved) => {
            forget()
            setLearnt(saved)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

function missing(condition: string, isAcceptable: boolean | undefined, isDeedKnown: boolean): string {
  if (condition.trim() === "") return "Say first when it holds."
  if (isAcceptable === false) return "Something in it does not do yet."
  return isDeedKnown ? "" : "Say what is to be done."
}
