import { useState } from "react"
import type { Json } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Field } from "../../parts/field.tsx"
import { readText, textOf } from "../../parts/form-values.ts"
import { useSession } from "../../server/session.tsx"
import { knownOfCase } from "../../words/known-of-case.ts"
import type { CaseView } from "./case-page.tsx"

/** The case's data; whoever may intervene can change each value, checked against its type. */
export function DataTab({ view }: { readonly view: CaseView }) {
  const { may } = useSession()
  const [edited, setEdited] = useState<string>()
  const names = Object.keys(view.data)
  const canEdit = may("intervene") && view.state === "running"
  if (names.length === 0) return <Empty icon="edit" title="This case has no data yet" />
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            {canEdit && (
              <th scope="col">
                <span className="unseen">Change</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>{titleOf(name)}</td>
              <td>
                <ValueView value={view.data[name]} />
              </td>
              {canEdit && (
                <td className="number">
                  <Button
                    look="quiet"
                    icon="edit"
                    aria-label={`Change ${titleOf(name)}`}
                    onClick={() => setEdited(name)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {view.result !== undefined && (
        <p>
          Result: <ValueView value={view.result} />
        </p>
      )}
      {edited !== undefined && (
        <EditDialog key={edited} name={edited} view={view} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

export function ValueView({ value }: { readonly value: Json | undefined }) {
  if (value === undefined || value === null) return <span className="soft">none</span>
  if (typeof value === "object") return <pre>{JSON.stringify(value, undefined, 2)}</pre>
  return typeof value === "string" ? <span>{value}</span> : <code>{String(value)}</code>
}

function EditDialog({
  name,
  view,
  onClose,
}: {
  readonly name: string
  readonly view: CaseView
  readonly onClose: () => void
}) {
  const before = view.data[name]
  const type = typeof before === "number" ? "number" : typeof before === "string" ? "string" : "any"
  const [text, setText] = useState(() => textOf({ type }, before))
  const read = readText({ type }, text)
  return (
    <ActionDialog
      verb="setData"
      input={read.ok ? { case: view.id, data: { [name]: read.value ?? null } } : undefined}
      title={`Change ${titleOf(name)}`}
      label="Change"
      done={`${titleOf(name)} was changed.`}
      known={knownOfCase(view)}
      onClose={onClose}
    >
      <Field
        label={titleOf(name)}
        problem={read.ok ? undefined : read.problem}
        {...(type === "any" && { about: "As JSON" })}
      >
        {(control) =>
          typeof before === "object" && before !== null ? (
            <textarea
              {...control}
              className="input mono"
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          ) : (
            <input
              {...control}
              className="input"
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )
        }
      </Field>
    </ActionDialog>
  )
}
