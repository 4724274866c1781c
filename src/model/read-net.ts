import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Flow, NameText, NetDefinition, NetNode, NetTask } from "./definition.ts"
import { isName, NAME_RULE, quoted } from "./names.ts"
import { INSIDE_KEYS, readComposite } from "./read-activity.ts"
import { checkEither, checkKeys, type Fields, fieldOf, has, optional, present, required } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import { readFlows, readTargets } from "./read-flows.ts"
import { MANY_KEYS, readMany } from "./read-many.ts"
import { declare, declareCondition, type Reading, unknownName } from "./read-reading.ts"
import { readTaskProperties, TASK_KEYS } from "./read-task.ts"
import { isMap, readFlag, readMap, readOneOf, readText } from "./read-value.ts"
import { readWait } from "./read-wait.ts"
import { onSteps } from "./tempting-keys.ts"

const NODE_KEYS = [...TASK_KEYS, "condition", "to", "join", "split", "activity", "many", "wait"] as const

/** A net as a map of nodes: `start` leads in, `end` is led to, all others are tasks and conditions. */
export function readNet(value: Json, path: Path, reading: Reading): NetDefinition | undefined {
  const { report } = reading
  const map = readMap(value, path, "'net'", report)
  if (map === undefined) return undefined
  const start = readStart({ map, path, what: "the net", report }, reading)
  if (has(map, "end")) readEnd(fieldOf(map, "end") ?? null, [...path, "end"], reading)
  const nodes = new Map<string, NetNode>()
  for (const [name, entry] of Object.entries(map)) {
    if (name === "start" || name === "end") continue
    const node = readNode(name, entry, [...path, name], reading)
    if (node !== undefined) nodes.set(name, node)
  }
  checkTargets(map, start, nodes, reading)
  return { path, start, nodes }
}

function readStart(net: Fields, reading: Reading): readonly NameText[] {
  const map = required(net, "start", readMap, "Write 'start: { to: [ … ] }', where a case begins.")
  if (map === undefined) return []
  const fields = { map, path: [...net.path, "start"], what: "'start'", report: reading.report }
  checkKeys(fields, ["to"])
  return required(fields, "to", readTargets, "Write 'to: [ … ]', where it leads.") ?? []
}

/** `end` need not be written; if it is, it has nothing but a title. */
function readEnd(value: Json, path: Path, { report }: Reading): void {
  const map = value === null ? {} : readMap(value, path, "'end'", report)
  if (map === undefined) return
  const { to, ...others } = map
  if (to !== undefined)
    wrongKey(report, "END_LEADS_ON", [...path, "to"], "'end' leads nowhere.", "Remove 'to', or rename the node.")
  const fields = { map: others, path, what: "'end'", report }
  checkKeys(fields, ["title"])
  optional(fields, "title", readText)
}

function readNode(name: string, value: Json, path: Path, reading: Reading): NetNode | undefined {
  const { report } = reading
  if (!isName(name)) wrongKey(report, "BAD_NAME", path, `A node cannot be called ${quoted(name)}.`, NAME_RULE)
  const isCondition = isMap(value) && has(value, "condition")
  if (isCondition) declareCondition(name, path, reading)
  else declare(name, path, reading)
  const map = readMap(value, path, `The node '${name}'`, report)
  if (map === undefined) return undefined
  if (!isCondition && !has(map, "wait")) reading.done.add(name)
  return isCondition
    ? readCondition({ map, path, what: `the condition '${name}'`, report })
    : readNetTask(name, { map, path, what: `the task '${name}'`, report }, reading)
}

function readCondition(fields: Fields): NetNode {
  const { path, report } = fields
  checkKeys(fields, ["condition", "to", "title"])
  if (optional(fields, "condition", readFlag) === false)
    wrong(
      report,
      "NOT_ALLOWED",
      [...path, "condition"],
      "'condition' can only be true.",
      "Remove it if this is a task.",
    )
  const to = required(fields, "to", readTargets, "Write 'to: [ … ]', the tasks that take from it.") ?? []
  return { kind: "condition", path, to, ...present({ title: optional(fields, "title", readText) }) }
}

function readNetTask(name: string, fields: Fields, reading: Reading): NetTask | undefined {
  const { map, path, report } = fields
  checkKeys(fields, has(map, "activity") ? [...NODE_KEYS, ...INSIDE_KEYS] : NODE_KEYS, onSteps)
  checkEither(fields, ["activity", "worker", "wait"], "Make two tasks of it, one after the other.")
  checkEither(fields, ["many", "wait"], "Put the wait into an activity to have it many times.")
  const split = optional(fields, "split", readOneOf(["and", "xor", "or"])) ?? "and"
  const flows = required(fields, "to", readFlows, "Write 'to: [ … ]', where it leads; 'end' is the end.") ?? []
  checkPredicates(fields, flows, split)
  const many = optional(fields, "many", (value, place, what) => readNetMany(value, place, what, reading))
  const common = {
    kind: "task",
    path,
    join: optional(fields, "join", readOneOf(["and", "xor", "or"])) ?? "xor",
    split,
    to: flows,
    ...present({ many }),
  } as const
  if (has(map, "activity")) {
    const inner = optional(fields, "activity", readMap)
    if (inner === undefined) return undefined
    const place = [...path, "activity"]
    const read = readComposite(fields, { map: inner, path: place, what: `the activity '${name}'`, report }, reading)
    if (read === undefined) return undefined
    const activity = {
      kind: "activity",
      path: place,
      name,
      ...present({ title: read.properties.title }),
      ...read,
    } as const
    return { ...common, properties: read.properties, activity }
  }
  const wait = optional(fields, "wait", readWait)
  return { ...common, properties: readTaskProperties(fields, reading), ...present({ wait }) }
}

function readNetMany(value: Json, path: Path, what: string, { report }: Reading) {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, ["each", ...MANY_KEYS])
  return readMany(fields, "each")
}

/** Predicates choose among the outputs; a split that takes them all has nothing to choose. */
function checkPredicates({ path, what, report }: Fields, flows: readonly Flow[], split: NetTask["split"]): void {
  if (split !== "and" || !flows.some((flow) => flow.when !== undefined || flow.otherwise)) return
  const message = `The flows of ${what} have conditions, but its split is 'and', which takes them all.`
  wrong(report, "CONTRADICTION", [...path, "to"], message, "Write 'split: xor' or 'split: or', or make 'to' a list.")
}

function checkTargets(
  net: JsonObject,
  start: readonly NameText[],
  nodes: ReadonlyMap<string, NetNode>,
  reading: Reading,
): void {
  const { report } = reading
  const known = new Set([...Object.keys(net).filter((name) => name !== "start"), "end"])
  const check = (target: NameText, tell: ReadReport) => {
    if (known.has(target.name) || !isName(target.name)) return
    unknownName(target, known, "Name a node of this net, or 'end'.", { ...reading, report: tell })
  }
  const isKey = (flow: Flow) => flow.when !== undefined || flow.otherwise
  const atKey: ReadReport = (finding) => report({ ...finding, at: "key" })
  for (const target of start) check(target, report)
  for (const node of nodes.values()) {
    if (node.kind === "condition") for (const target of node.to) check(target, report)
    else for (const flow of node.to) check(flow.target, isKey(flow) ? atKey : report)
  }
}
