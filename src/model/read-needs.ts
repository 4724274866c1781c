import type { ExpressionText, NameText } from "./definition.ts"
import { isName, quoted } from "./names.ts"
import { type AgentOrder, type NeedsDefinition, STRATEGIES } from "./organisation.ts"
import { checkKeys, optional, present, required } from "./read-fields.ts"
import { type ReadReport, wrong } from "./read-finding.ts"
import { readOneOrMore } from "./read-one-or-more.ts"
import {
  type Reader,
  readDuration,
  readExpression,
  readFlag,
  readMap,
  readName,
  readOneOf,
  readText,
  wrongKind,
} from "./read-value.ts"
import { whereNamed } from "./where-named.ts"

const NEEDS_KEYS = [
  "role",
  "capability",
  "unit",
  "agent",
  "notWhoDid",
  "whoDid",
  "when",
  "offer",
  "order",
  "accept",
  "escalate",
] as const

/** Who escalated work goes to unless it is said: whoever is above. */
export const MANAGER = "manager"

/** Who may do a task. Who there is, is not looked at: that belongs to the organisation. */
export const readNeeds: Reader<NeedsDefinition> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, NEEDS_KEYS)
  const needs: NeedsDefinition = {
    roles: optional(fields, "role", readOneOrMore(readName)) ?? [],
    capabilities: optional(fields, "capability", readOneOrMore(readName)) ?? [],
    notWhoDid: optional(fields, "notWhoDid", readOneOrMore(readTask)) ?? [],
    whoDid: optional(fields, "whoDid", readOneOrMore(readTask)) ?? [],
    offer: optional(fields, "offer", readOneOf(["all", "one"])) ?? "all",
    order: optional(fields, "order", readOrder) ?? "leastLoaded",
    accept: optional(fields, "accept", readFlag) ?? false,
    ...present({
      unit: optional(fields, "unit", readNamed),
      agent: optional(fields, "agent", readNamed),
      when: optional(fields, "when", readExpression),
      escalate: optional(fields, "escalate", readEscalate),
    }),
    source: map,
    path,
  }
  checkRelations(needs, report)
  return needs
}

/** The tasks whose doers matter, of this process or by a plain name; those of other processes are not among them. */
export function doneBefore({ notWhoDid, whoDid, source, path }: NeedsDefinition): readonly NameText[] {
  const placed = (names: readonly string[], key: string) =>
    names.map((name) => ({ name, path: [...path, ...(whereNamed(source, name, [key]) ?? [])] }))
  return [...placed(notWhoDid, "notWhoDid"), ...placed(whoDid, "whoDid")].filter(({ name }) => isName(name))
}

/** A task of this process, or of another one of the family. */
const readTask: Reader<string> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, TASK_FORMS, report)
  const parts = value.split("/")
  if (parts.length <= 2 && parts.every(isName)) return value
  return wrong(report, "BAD_PLACE", path, `${what} cannot be ${quoted(value)}.`, `Write ${TASK_FORMS}.`)
}

/** A name, or an expression that gives one: which it is can be told where the variables are known. */
const readNamed: Reader<ExpressionText> = (value, path, what, report) => {
  const source = readText(value, path, what, report)
  return source === undefined ? undefined : { source, path }
}

const readOrder: Reader<AgentOrder> = (value, path, what, report) => {
  const strategy = STRATEGIES.find((word) => word === value)
  if (strategy !== undefined) return strategy
  const by = readExpression(value, path, what, report)
  return by && { by }
}

const readEscalate: Reader<NonNullable<NeedsDefinition["escalate"]>> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, ["after", "to"])
  const after = required(fields, "after", readDuration, "Say how long somebody has to start it: 'after: P1D'.")
  const to = optional(fields, "to", readNamed) ?? { source: MANAGER, path }
  return after === undefined ? undefined : { after, to }
}

/** Who did it and who did not are never the same. */
function checkRelations({ notWhoDid, whoDid, source, path }: NeedsDefinition, report: ReadReport): void {
  const name = whoDid.find((task) => notWhoDid.includes(task))
  if (name === undefined) return
  report({
    code: "CONTRADICTION",
    severity: "warning",
    path: [...path, ...(whereNamed(source, name, ["whoDid"]) ?? [])],
    message: `'whoDid' and 'notWhoDid' both name '${name}', so nobody may do it.`,
    remedy: "Remove one of the two.",
  })
}

const TASK_FORMS = "a task, or 'process/task'"
