import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { Button } from "../../parts/button.tsx"
import { DataShown, ValueShown } from "../../parts/data-shown.tsx"
import { type Draft, outputOf } from "./draft.ts"

interface Props {
  readonly draft: Draft
  readonly item: Output<"item">
  readonly overtaken: readonly string[]
  readonly onForget: (name?: string) => void
}

interface KeptProps {
  readonly draft: Draft
  readonly item: Output<"item">
  readonly onForget: () => void
}

/** What was typed into an item that cannot be filled in now; it comes back with the form. */
export function TypedKept({ draft, item, onForget }: KeptProps) {
  const fields = item.form.fields.filter(({ name }) => name in draft)
  if (fields.length === 0) return null
  return (
    <section aria-label="What you typed" className="item-part stack">
      <h3>What you typed</h3>
      <DataShown fields={fields} value={outputOf(draft)} />
      <p className="row soft small">
        Not sent; kept in this tab.
        <Button look="quiet" icon="undo" onClick={onForget}>
          Discard
        </Button>
      </p>
    </section>
  )
}

/** What is typed and not sent yet, and what others have changed under it. */
export function TypedNotes({ draft, item, overtaken, onForget }: Props) {
  if (Object.keys(draft).length === 0) return null
  return (
    <>
      {overtaken.map((name) => {
        const field = item.form.fields.find((each) => each.name === name)
        return (
          <div key={name} className="item-note held inside" role="status">
            <p className="grow">
              {field?.title ?? titleOf(name)} was changed meanwhile, to:{" "}
              <ValueShown value={item.data[name]} {...(field && { field })} />
            </p>
            <Button look="quiet" onClick={() => onForget(name)}>
              Take that
            </Button>
          </div>
        )
      })}
      <p className="row soft small">
        Not sent yet; kept in this tab.
        <Button look="quiet" icon="undo" onClick={() => onForget()}>
          As it was
        </Button>
      </p>
    </>
  )
}
