import { useState } from "react"
import type { FormField } from "../../../model/forms.ts"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { DataForm } from "../../parts/data-form.tsx"
import { ValueShown } from "../../parts/data-shown.tsx"
import { Empty } from "../../parts/empty.tsx"
import { problemsIn } from "../../parts/form-problems.ts"
import { useAsk } from "../../server/ask.ts"
import { useKnownOfCase } from "../../server/known-case.ts"
import { useSession } from "../../server/session.tsx"
import { processForm } from "../../words/process-form.ts"
import type { CaseView } from "./case-page.tsx"

/** The case's data; whoever may intervene can change each value, with the control its type has. */
export function DataTab({ view }: { readonly view: CaseView }) {
  const written = useAsk("process", { process: view.process, version: view.version })
  return <Answer of={written}>{(process) => <DataTable view={view} fields={processForm(process).fields} />}</Answer>
}

interface Props {
  readonly view: CaseView
  readonly fields: readonly FormField[]
}

function DataTable({ view, fields }: Props) {
  const { may } = useSession()
  const [edited, setEdited] = useState<FormField>()
  const canEdit = may("intervene") && view.state === "running"
  if (fields.length === 0) return <Empty icon="edit" title="Cases of this process have no data" />
  return (
    <>
      <table className="table case-data">
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
          {fields.map((field) => (
            <tr key={field.name}>
              <td title={field.name}>
                {field.title}
                {view.shares?.includes(field.name) && <SharedMark />}
              </td>
              <td>
                <ValueShown value={view.data[field.name]} field={field} />
              </td>
              {canEdit && (
                <td className="number">
                  <Button
                    look="quiet"
                    icon="edit"
                    aria-label={`Change ${field.title}`}
                    onClick={() => setEdited(field)}
                  />
                </td>
              )}
            </tr>
          ))}
          {view.result !== undefined && (
            <tr>
              <td>Result</td>
              <td>
                <ValueShown value={view.result} />
              </td>
              {canEdit && <td />}
            </tr>
          )}
        </tbody>
      </table>
      {edited && <EditDialog field={edited} view={view} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function SharedMark() {
  return (
    <span className="shared" title="All cases under this case number work on the same value">
      {" "}
      shared
    </span>
  )
}

interface EditProps {
  readonly field: FormField
  readonly view: CaseView
  readonly onClose: () => void
}

function EditDialog({ field, view, onClose }: EditProps) {
  const known = useKnownOfCase(view)
  const before = view.data[field.name]
  const [data, setData] = useState(before === undefined ? {} : { [field.name]: before })
  const value = data[field.name] ?? null
  const isChanged = JSON.stringify(value) !== JSON.stringify(before ?? null)
  const isRight = problemsIn([field], data).length === 0
  return (
    <ActionDialog
      verb="setData"
      input={isChanged && isRight ? { case: view.id, data: { [field.name]: value } } : undefined}
      title={`Change ${field.title}`}
      label="Change"
      done={`${field.title} was changed.`}
      known={known}
      onClose={onClose}
    >
      <DataForm form={{ fields: [field] }} value={data} onChange={setData} />
    </ActionDialog>
  )
}
