import type { ReactNode } from "react"
import type { Json, JsonObject } from "../../messages/json.ts"
import { type FormField, titleOf } from "../../model/forms.ts"
import { durationWords } from "../words/durations.ts"
import { fullMoment } from "../words/moments.ts"
import { isObject } from "./form-values.ts"
import "./data-shown.css"

interface Props {
  readonly value: JsonObject
  /** In which order, by which titles; without them by their names. */
  readonly fields?: readonly FormField[]
}

/** Data to read: titles and values, as people write them. */
export function DataShown({ value, fields = Object.keys(value).map(untyped) }: Props) {
  return (
    <dl className="data-shown">
      {fields.map((field) => (
        <div key={field.name} className={isWide(value[field.name]) ? "wide" : undefined}>
          <dt>{field.title}</dt>
          <dd>{shown(value[field.name], field)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One value by itself. */
export function ValueShown({
  value,
  field,
}: {
  readonly value: Json | undefined
  readonly field?: FormField | undefined
}) {
  return <>{shown(value, field ?? untyped(""))}</>
}

function shown(value: Json | undefined, field: FormField): ReactNode {
  if (value === undefined || value === null || value === "") return <span className="soft">–</span>
  if (value === true) return "Yes"
  if (value === false) return "No"
  if (typeof value === "number") return value.toLocaleString(undefined, { maximumFractionDigits: 6 })
  if (typeof value === "string") return textShown(value, field.type)
  if (isObject(value)) return <DataShown value={value} {...(field.fields && { fields: field.fields })} />
  if (!Array.isArray(value)) return null
  if (value.length === 0) return <span className="soft">None</span>
  const element = field.element ?? untyped("")
  return value.every(isObject) ? (
    <ListTable rows={value as readonly JsonObject[]} {...(element.fields && { fields: element.fields })} />
  ) : (
    <ul className="data-list">
      {value.map((each: Json, index: number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element is its place in the list
        <li key={index}>{shown(each, element)}</li>
      ))}
    </ul>
  )
}

function textShown(text: string, type: FormField["type"]): ReactNode {
  if (type === "duration") return durationWords(text) ?? text
  if (type === "datetime" || (type === "any" && isMoment.test(text)))
    return Number.isNaN(Date.parse(text)) ? text : fullMoment(Date.parse(text))
  if (type === "date") return dayShown(text)
  return <span className="data-words">{text}</span>
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A day is the same day everywhere. */
function dayShown(text: string): string {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at)) return text
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(at)
}

function ListTable({ rows, fields }: { readonly rows: readonly JsonObject[]; readonly fields?: readonly FormField[] }) {
  const columns = fields ?? [...new Set(rows.flatMap((row) => Object.keys(row)))].map(untyped)
  return (
    <div className="data-table">
      <table>
        <thead>
          <tr>
            {columns.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name}>{shown(row[column.name], column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isWide = (value: Json | undefined): boolean =>
  (typeof value === "object" && value !== null) || (typeof value === "string" && value.length > 60)

function untyped(name: string): FormField {
  return { name, title: titleOf(name), type: "any", required: false, readOnly: true }
}
