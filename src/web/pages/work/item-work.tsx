import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { type Output, RefusedError } from "../../../client.ts"
import { type FormField, titleOf } from "../../../model/forms.ts"
import { DataForm, focusProblem } from "../../parts/data-form.tsx"
import { DataShown } from "../../parts/data-shown.tsx"
import { drawThen } from "../../parts/draw-then.ts"
import { problemsIn, problemsLeft, type ValueProblem } from "../../parts/form-problems.ts"
import { Problem } from "../../parts/problem.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useSession } from "../../server/session.tsx"
import { CompleteDialog } from "./complete-dialog.tsx"
import { leftEmpty, outputOf, overtaken } from "./draft.ts"
import { focusInside } from "./going.ts"
import { ItemActions } from "./item-actions.tsx"
import { ItemHead } from "./item-head.tsx"
import type { ItemPaneProps } from "./item-pane.tsx"
import { actionsAt, fieldsToFill, isFillable, standingOf } from "./item-standing.ts"
import { ItemState } from "./item-state.tsx"
import type { Outcome } from "./outcome-card.tsx"
import { TypedKept, TypedNotes } from "./typed-notes.tsx"
import { useDraft } from "./use-draft.ts"
import "./item-work.css"

interface Props extends ItemPaneProps {
  readonly item: Output<"item">
  readonly family: string
  readonly onDone: (outcome: Outcome) => void
}

/** An item: what it is about, what is to be filled in, and what can be done with it. */
export function ItemWork({ item, family, isFocusWanted, next, onNext, onDone }: Props) {
  const { me, may } = useSession()
  const { draft, value, change, forget } = useDraft(me.agent, item.id, item.data)
  const [problems, setProblems] = useState<readonly ValueProblem[]>([])
  const [refusal, setRefusal] = useState<RefusedError | unknown>()
  const [busy, setBusy] = useState<Doing>()
  const [isAsking, setAsking] = useState(false)
  const verbs = { complete: useAct("completeItem"), save: useAct("updateItem"), start: useAct("startItem") }
  const take = useAct("acceptItem")
  const toast = useToast()
  const sheet = useRef<HTMLElement>(null)
  const title = item.title ?? titleOf(item.task)
  const standing = standingOf(item, me.agent)
  const isOpen = isFillable(item, me.agent)
  const actions = may("do") ? actionsAt(item, me.agent) : []
  const toFill = isOpen ? fieldsToFill(item) : []
  const isUnseen = toFill.some(({ name, required }) => !required && !(name in item.data))
  useLayoutEffect(() => {
    if (isFocusWanted) focusInside(sheet.current)
  }, [isFocusWanted])

  const end = (says: string, fields: readonly FormField[]) => {
    onDone({ title, says, fields, value, height: sheet.current?.offsetHeight ?? 0 })
  }
  const completed = () => {
    forget()
    end(`“${title}” is completed.`, toFill)
  }
  const perform = async (what: Doing) => {
    if (busy) return
    const early = what === "complete" ? problemsIn(toFill, value) : what === "save" ? unreadable(toFill, value) : []
    if (early.length > 0) {
      drawThen(
        () => {
          setRefusal(undefined)
          setProblems(early)
        },
        () => focusProblem(sheet.current),
      )
      return
    }
    setRefusal(undefined)
    setProblems([])
    if (what === "complete" && leftEmpty(toFill, value).length > 0) return setAsking(true)
    setBusy(what)
    try {
      const data = outputOf(draft)
      const input = { item: item.id, ...((what === "complete" || what === "save") && { data }) }
      const told = await (what === "take" ? take(input) : verbs[what](input as { item: string; data: typeof data }))
      if (!told.ok) {
        drawThen(
          () => {
            setProblems(told.rejection.fields ?? [])
            if (!told.rejection.fields?.length) setRefusal(new RefusedError(told.rejection, told.status))
          },
          () => showProblem(sheet.current),
        )
        return
      }
      if (what === "complete") return completed()
      if (what === "save") forget()
      toast({ text: `“${title}” is ${done[what]}.` })
    } catch (error) {
      drawThen(
        () => setRefusal(error),
        () => showProblem(sheet.current),
      )
    } finally {
      setBusy(undefined)
    }
  }
  const pressed = (event: KeyboardEvent) => {
    const isSend = (event.ctrlKey || event.metaKey) && event.key === "Enter"
    if (!isSend || isAsking || !actions.includes("complete")) return
    event.preventDefault()
    // A key that is held down is pressed once.
    if (!event.repeat) void perform("complete")
  }
  return (
    <article ref={sheet} className="item-work card" aria-label={title} onKeyDown={pressed}>
      <ItemHead item={item} title={title} next={next} onNext={onNext} />
      <ItemState item={item} standing={standing} hasTyped={Object.keys(draft).length > 0} />
      <ItemData item={item} isOpen={isOpen} />
      {!isOpen && <TypedKept draft={draft} item={item} onForget={forget} />}
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
        onGone={(says) => end(says, [])}
      />
      {isAsking && (
        <CompleteDialog
          item={item}
          title={title}
          input={{ item: item.id, data: outputOf(draft) }}
          empty={leftEmpty(toFill, value)}
          onDone={completed}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  )
}

/** What the item is about; and once nobody can fill it in any more, what was entered. */
function ItemData({ item, isOpen }: { readonly item: Output<"item">; readonly isOpen: boolean }) {
  const entered = item.endedAt === undefined ? [] : item.form.fields.filter(({ readOnly }) => !readOnly)
  const about = item.form.fields.filter((field) => (field.readOnly || !isOpen) && !entered.includes(field))
  return (
    <>
      {about.length > 0 && (
        <section aria-label="What it is about" className="item-part">
          <DataShown fields={about} value={item.data} />
        </section>
      )}
      {entered.length > 0 && (
        <section aria-label="What was entered" className="item-part stack">
          <h3>What was entered</h3>
          <DataShown fields={entered} value={item.written ?? {}} />
        </section>
      )}
    </>
  )
}

export type Doing = "complete" | "save" | "start" | "take"

const done: Readonly<Record<Exclude<Doing, "complete">, string>> = {
  save: "saved",
  start: "started",
  take: "with you now",
}

/** A long form may have pushed it out of view. */
function showProblem(sheet: HTMLElement | null): void {
  focusProblem(sheet)
  sheet?.querySelector(".problem")?.scrollIntoView({ block: "center" })
}

/** What is missing may be written later. */
function unreadable(...form: Parameters<typeof problemsIn>): readonly ValueProblem[] {
  return problemsIn(...form).filter(({ isMissing }) => !isMissing)
}
