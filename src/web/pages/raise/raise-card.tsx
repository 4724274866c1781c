import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { type Input, RefusedError } from "../../../client.ts"
import { addressOf, navigate } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { focusProblem } from "../../parts/data-form.tsx"
import { drawThen } from "../../parts/draw-then.ts"
import { EventList } from "../../parts/event-list.tsx"
import type { ValueProblem } from "../../parts/form-problems.ts"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useDryRun } from "../../server/dry-run.ts"
import { useSession } from "../../server/session.tsx"
import type { Known } from "../../words/event-words.ts"

interface Props<Name extends "raise" | "report"> {
  readonly verb: Name
  readonly title: string
  readonly label: string
  /** What to say when it is done. */
  readonly done: string
  /** Undefined: something is missing. */
  readonly input: Input<Name> | undefined
  readonly reason: string
  readonly known: Known
  readonly onIncomplete: () => void
  readonly onFields: (problems: readonly ValueProblem[]) => void
  readonly children: ReactNode
}

/** What has to be said, what would follow, and the button; afterwards to the case. */
export function RaiseCard<Name extends "raise" | "report">(props: Props<Name>) {
  const { verb, title, label, done, input, reason, known, onIncomplete, onFields, children } = props
  const { may } = useSession()
  const act = useAct(verb)
  const toast = useToast()
  const preview = useDryRun(verb, useSettled(input))
  const [refusal, setRefusal] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    if (input === undefined) {
      drawThen(onIncomplete, () => focusProblem(form.current))
      return
    }
    setBusy(true)
    try {
      const told = await act({ ...input, ...(reason.trim() && { reason: reason.trim() }) } as Input<Name>)
      if (told.ok) {
        toast({ text: done })
        navigate(may("see") ? addressOf("/cases/:case", { case: input.case }) : "/work")
        return
      }
      drawThen(
        () => {
          onFields(told.rejection.fields ?? [])
          if (!told.rejection.fields?.length) setRefusal(new RefusedError(told.rejection, told.status))
        },
        () => focusProblem(form.current),
      )
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={title}>
      <form ref={form} className="stack" noValidate aria-label={title} onSubmit={submit}>
        {children}
        <section aria-label="What will happen" aria-live="polite" className="stack tight">
          <h3>What will happen</h3>
          {input === undefined && <p className="soft">Fill in the fields above to see what will happen.</p>}
          {input !== undefined && preview.isPending && <Skeleton lines={2} />}
          {input !== undefined && preview.isError && <Problem error={preview.error} />}
          {input !== undefined && preview.data && <EventList events={preview.data} known={known} />}
        </section>
        {refusal !== undefined && <Problem error={refusal} />}
        <div className="row">
          <Button look={verb === "report" ? "danger" : "main"} icon="trouble" type="submit" isBusy={isBusy}>
            {label}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** What somebody writes, once he pauses: asking at each letter would tell nobody more. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value is what is in it
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
