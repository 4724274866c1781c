import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { type Output, RefusedError } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { DataForm, focusProblem } from "../../parts/data-form.tsx"
import { DataShown } from "../../parts/data-shown.tsx"
import { problemsIn, problemsLeft, type ValueProblem } from "../../parts/form-problems.ts"
import { Problem } from "../../parts/problem.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useSession } from "../../server/session.tsx"
import { outputOf, overtaken } from "./draft.ts"
import { focusInside } from "./going.ts"
import { ItemActions } from "./item-actions.tsx"
import { ItemHead } from "./item-head.tsx"
import type { ItemPaneProps } from "./item-pane.tsx"
import { actionsAt, fieldsToFill, standingOf } from "./item-standing.ts"
import { ItemState } from "./item-state.tsx"
import { TypedNotes } from "./typed-notes.tsx"
import { useDraft } from "./use-draft.ts"
import "./item-work.css"

interface Props extends ItemPaneProps {
  readonly item: Output<"item">
  readonly family: string
}

/** An item: what it is about, what is to be filled in, and what can be done with it. */
export function ItemWork({ item, family, isFocusWanted, hasNext, onNext }: Props) {
  const { me, may } = useSession()
  const { draft, value, change, forget } = useDraft(me.agent, item.id, item.data)
  const [problems, setProblems] = useState<readonly ValueProblem[]>([])
  const [refusal, setRefusal] = useState<RefusedError | unknown>()
  const [busy, setBusy] = useState<Doing>()
  const verbs = { complete: useAct("completeItem"), save: useAct("updateItem"), start: useAct("startItem") }
  const take = useAct("acceptItem")
  const toast = useToast()
  const sheet = useRef<HTMLElement>(null)
  const title = item.title ?? titleOf(item.task)
  const standing = standingOf(item, me.agent)
  const isOpen = standing.is === "mine" || standing.is === "free"
  const actions = may("do") ? actionsAt(item, me.agent) : []
  const about = item.form.fields.filter(({ readOnly }) => readOnly || !isOpen)
  const toFill = isOpen ? fieldsToFill(item) : []
  const isUnseen = toFill.some(({ name, required }) => !required && !(name in item.data))
  useEffect(() => {
    if (isFocusWanted) focusInside(sheet.current)
  }, [isFocusWanted])

  const perform = async (what: Doing) => {
    if (busy) return
    const early = what === "complete" ? problemsIn(toFill, value) : what === "save" ? unreadable(toFill, value) : []
    setRefusal(undefined)
    setProblems(early)
    if (early.length > 0) {
      requestAnimationFrame(() => focusProblem(sheet.current))
      return
    }
    setBusy(what)
    try {
      const data = outputOf(draft)
      const input = { item: item.id, ...((what === "complete" || what === "save") && { data }) }
      const told = await (what === "take" ? take(input) : verbs[what](input as { item: string; data: typeof data }))
      if (!told.ok) {
        setProblems(told.rejection.fields ?? [])
        if (!told.rejection.fields?.length) setRefusal(new RefusedError(told.rejection, told.status))
        requestAnimationFrame(() => {
          focusProblem(sheet.current)
          showProblem(sheet.current)
        })
        return
      }
      if (what === "complete" || what === "save") forget()
      toast({ text: `“${title}” is ${done[what]}.` })
      if (what === "complete") onNext()
    } catch (error) {
      setRefusal(error)
      requestAnimationFrame(() => showProblem(sheet.current))
    } finally {
      setBusy(undefined)
    }
  }
  const pressed = (event: KeyboardEvent) => {
    const isSend = (event.ctrlKey || event.metaKey) && event.key === "Enter"
    if (!isSend || !actions.includes("complete")) return
    event.preventDefault()
    void perform("complete")
  }
  return (
    <article ref={sheet} className="item-work card" aria-label={title} onKeyDown={pressed}>
      <ItemHead item={item} title={title} hasNext={hasNext} onNext={onNext} />
      <ItemState item={item} standing={standing} hasTyped={Object.keys(draft).length > 0} />
      {about.length > 0 && (
        <section aria-label="What it is about" className="item-part">
          <DataShown fields={about} value={item.data} />
        </section>
      )}
      {isOpen && (
        <form
          className="item-part stack"
          noValidate
          aria-label={`Form of ${title}`}
          onSubmit={(event) => event.preventDefault()}
        >
          {toFill.length === 0 && <p className="soft">Nothing has to be filled in.</p>}
          <DataForm
            form={{ fields: toFill }}
            value={value}
            problems={problems}
            onChange={(next) => {
              setProblems(problemsLeft(problems, value, next))
              change(next)
            }}
          />
          {isUnseen && <p className="soft small">What is left empty stays as it is.</p>}
          <TypedNotes draft={draft} item={item} overtaken={overtaken(draft, item.data)} onForget={forget} />
        </form>
      )}
      {refusal !== undefined && (
        <div className="item-part">
          <Problem error={refusal} of="act" />
        </div>
      )}
      <ItemActions
        item={item}
        family={family}
        title={title}
        actions={actions}
        busy={busy}
        onDo={(what) => void perform(what)}
        onGone={onNext}
      />
    </article>
  )
}

export type Doing = "complete" | "save" | "start" | "take"

const done: Readonly<Record<Doing, string>> = {
  complete: "completed",
  save: "saved",
  start: "started",
  take: "with you now",
}

/** A long form may have pushed it out of view. */
function showProblem(sheet: HTMLElement | null): void {
  sheet?.querySelector(".problem")?.scrollIntoView({ block: "center" })
}

/** What is missing may be written later. */
function unreadable(...form: Parameters<typeof problemsIn>): readonly ValueProblem[] {
  return problemsIn(...form).filter(({ isMissing }) => !isMissing)
}
