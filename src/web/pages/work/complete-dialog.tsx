import type { Input, Output } from "../../../client.ts"
import type { FormField } from "../../../model/forms.ts"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { useKnownOfItem } from "./use-known-of-item.ts"

interface Props {
  readonly item: Output<"item">
  readonly title: string
  readonly input: Input<"completeItem">
  /** What the item would write and nobody has filled in. */
  readonly empty: readonly FormField[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before an item is completed with fields left empty, and shows what follows. */
export function CompleteDialog({ item, title, input, empty, onDone, onClose }: Props) {
  const known = useKnownOfItem(item, title)
  return (
    <ActionDialog
      verb="completeItem"
      input={input}
      title={`Complete “${title}” with empty fields?`}
      label="Complete"
      back="Back to the form"
      takesReason={false}
      known={known}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{empty.length === 1 ? "This field is empty:" : `These ${empty.length} fields are empty:`}</p>
      <ul className="item-empty">
        {empty.map(({ name, title: called }) => (
          <li key={name}>{called}</li>
        ))}
      </ul>
    </ActionDialog>
  )
}
