import type { Json } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"

/** `change_request, then change_request, within P1D`. */
export function patternWords(source: Json): string {
  if (typeof source !== "object" || source === null || Array.isArray(source)) return String(source)
  const { sequence, all, any, within } = source as Readonly<Record<string, Json>>
  const [members, between] = sequence ? [sequence, ", then "] : all ? [all, " and "] : [any ?? [], " or "]
  const names = Array.isArray(members) ? members.map(nameIn).join(between) : nameIn(members)
  return typeof within === "string" ? `${names}, within ${within}` : names
}

/** `Deadline P14D`, `Budget 5000`: whatever it bounds, with its value as it was written. */
export function constraintWords(source: Readonly<Record<string, Json>>): string {
  const bounds = Object.entries(source).filter(([name]) => name !== "at" && name !== "title")
  if (typeof source.title === "string") return source.title
  return bounds.map(([name, value]) => `${titleOf(name)} ${nameIn(value)}`).join(", ")
}

interface DataClass {
  readonly name: string
  readonly title?: string
  readonly is?: string
  readonly data: readonly string[]
}

/** `A kind of Document · order/lines`: what it is, and the data that has it. */
export function dataClassWords({ is, data }: DataClass, all: readonly DataClass[]): string {
  const above = all.find(({ name }) => name === is)
  const kind = is === undefined ? [] : [`A kind of ${above?.title ?? titleOf(is)}`]
  return [...kind, ...(data.length === 0 ? ["No data has it itself"] : data)].join(" · ")
}

const nameIn = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))
