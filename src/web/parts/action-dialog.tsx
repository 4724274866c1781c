import { type FormEvent, type ReactNode, useId, useState } from "react"
import type { Input, Output, Told } from "../../client.ts"
import { RefusedError } from "../../client.ts"
import { useAct } from "../server/act.ts"
import { useDryRun } from "../server/dry-run.ts"
import { useSession } from "../server/session.tsx"
import type { Known } from "../words/event-words.ts"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { EventList } from "./event-list.tsx"
import { Problem } from "./problem.tsx"
import { ReasonField } from "./reason-field.tsx"
import { Skeleton } from "./skeleton.tsx"
import { useToast } from "./toasts.tsx"

/** The commands that answer with what happened. */
export type Deed = {
  [Name in Parameters<typeof useAct>[0]]: Output<Name> extends { readonly events?: readonly unknown[] }
    ? Input<Name> extends { readonly reason?: string }
      ? Name
      : never
    : never
}[Parameters<typeof useAct>[0]]

interface Props<Name extends Deed> {
  readonly verb: Name
  /** Undefined: something is still missing, which `children` ask for. */
  readonly input: Input<Name> | undefined
  readonly title: string
  /** What the button says. */
  readonly label: string
  readonly isDangerous?: boolean
  /** Without a reason it cannot be done, unless false. */
  readonly needsReason?: boolean
  /** False: no reason is asked for at all. */
  readonly takesReason?: boolean
  readonly known?: Known
  /** What else has to be said. */
  readonly children?: ReactNode
  /** What to say when it is done; nothing unless set. */
  readonly done?: string
  readonly undo?: (told: Output<Name>) => unknown
  readonly onDone?: (told: Output<Name>) => void
  /** What leads back without doing it; `Cancel` unless set. */
  readonly back?: string
  readonly onClose: () => void
}

/** Asks why, shows what will happen before it does, and does it. */
export function ActionDialog<Name extends Deed>(props: Props<Name>) {
  const {
    verb,
    input,
    title,
    label,
    isDangerous,
    takesReason = true,
    needsReason = takesReason,
    known,
    children,
    done,
    undo,
    onDone,
    back = "Cancel",
    onClose,
  } = props
  const [reason, setReason] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const form = useId()
  const act = useAct(verb)
  const toast = useToast()
  const { may } = useSession()
  const preview = useDryRun(verb, input, !isBusy)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (input === undefined) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const told = (await act({ ...input, ...(reason.trim() && { reason: reason.trim() }) } as Input<Name>)) as Told<
        Output<Name>
      >
      if (!told.ok) {
        setRefusal(new RefusedError(told.rejection, told.status))
        return
      }
      if (done !== undefined) toast({ text: done, ...(undo && { undo: () => undo(told.value) }) })
      onDone?.(told.value)
      onClose()
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button
            look={isDangerous ? "danger" : "main"}
            type="submit"
            form={form}
            isBusy={isBusy}
            disabled={input === undefined || preview.isError || (needsReason && reason.trim() === "")}
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit}>
        {children}
        {takesReason && (
          <ReasonField
            value={reason}
            onChange={setReason}
            about="Kept in the history with what happens."
            isRequired={needsReason}
          />
        )}
      </form>
      <section aria-label="What will happen" className="stack tight">
        <h3>What will happen</h3>
        {input === undefined && <p className="soft">Fill in the fields above to see what will happen.</p>}
        {input !== undefined && preview.isPending && <Skeleton lines={2} />}
        {preview.isError && <Problem error={preview.error} />}
        {preview.data &&
          (preview.data.length === 0 && !may("see") ? (
            <p className="soft">It can be done. What follows from it is not shown to you.</p>
          ) : (
            <EventList events={preview.data} {...(known && { known })} />
          ))}
      </section>
      {refusal !== undefined && <Problem error={refusal} of="act" />}
    </Dialog>
  )
}
