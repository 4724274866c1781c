import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { Button } from "../../parts/button.tsx"
import { ValueShown } from "../../parts/data-shown.tsx"
import type { Draft } from "./draft.ts"

interface Props {
  readonly draft: Draft
  readonly item: Output<"item">
  readonly overtaken: readonly string[]
  readonly onForget: (name?: string) => void
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
