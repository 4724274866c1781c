import { type FormEvent, type ReactNode, useId, useState } from "react"
import { RefusedError, type Told } from "../../client.ts"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { Problem } from "./problem.tsx"
import { ReasonField } from "./reason-field.tsx"

interface Props<Value> {
  readonly title: string
  /** What the button says. */
  readonly label: string
  readonly isDangerous?: boolean
  /** False: something is still missing, which `children` ask for. */
  readonly isReady?: boolean
  readonly needsReason?: boolean
  readonly width?: "usual" | "wide"
  readonly children?: ReactNode
  /** Does it. A refusal is shown, and the dialog stays. */
  readonly act: (reason: string) => Promise<Told<Value>>
  readonly onDone: (value: Value) => void
  readonly onClose: () => void
}

/** Asks why and does it: for what has no events to show beforehand. What it will do is told by `children`. */
export function ReasonDialog<Value>(props: Props<Value>) {
  const { title, label, isDangerous, isReady = true, needsReason = true, width, children, act, onDone, onClose } = props
  const [reason, setReason] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const form = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(undefined)
    try {
      const told = await act(reason.trim())
      if (!told.ok) return setRefusal(new RefusedError(told.rejection, told.status))
      onDone(told.value)
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
      {...(width && { width })}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={isDangerous ? "danger" : "main"}
            type="submit"
            form={form}
            isBusy={isBusy}
            disabled={!isReady || (needsReason && reason.trim() === "")}
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit}>
        {children}
        <ReasonField value={reason} onChange={setReason} about="Kept with what is changed." isRequired={needsReason} />
      </form>
      {refusal !== undefined && <Problem error={refusal} />}
    </Dialog>
  )
}
