import type { Output } from "../client.ts"
import { localMoment } from "./local-moment.ts"
import type { Colour, Looks } from "./looks.ts"
import { yamlLines } from "./show-answer.ts"
import { tableLines } from "./table.ts"
import { waitText } from "./wait-text.ts"

type Case = Output<"case">

/** A case as it stands: what it is, what is to be done, what went wrong, what is being done about it, its data. */
export function caseLines(view: Case, looks: Looks): readonly string[] {
  const { id, number, process, version, state, held, startedAt, startedBy, endedAt, parent, spent, revision } = view
  const { paint } = looks
  return [
    `${paint("bold", `${process} v${version}`)} ${id}  ${stateText(state, held, looks)}${number === undefined ? "" : `  case number ${number}`}`,
    `started ${localMoment(startedAt)} by ${startedBy}${endedAt === undefined ? "" : `, ended ${localMoment(endedAt)}`}${parent === undefined ? "" : `, for ${parent}`}${spent === undefined ? "" : `, has cost ${spent}`}; revision ${revision}`,
    ...part("Items", [...itemTable(view, looks), ...moreItems(view)], looks),
    ...part("States", stateLines(view), looks),
    ...part("Exceptions", exceptionTable(view, looks), looks),
    ...part("Runs", runTable(view, looks), looks),
    ...part("Questions", questionTable(view, looks), looks),
    ...part("Patterns", patternTable(view, looks), looks),
    ...part(
      "Holds",
      view.holds.map(({ target, reason, at }) => `${heldText(target, view)}: ${reason} (since ${localMoment(at)})`),
      looks,
    ),
    ...part("Bounds", view.bounds.map(boundText), looks),
    ...part(
      "Void",
      (view.voided ?? []).map(
        ({ task, item, output, at }) => `${task} ${item}: ${JSON.stringify(output)} (${localMoment(at)})`,
      ),
      looks,
    ),
    ...part("Data", dataLines(view), looks),
    ...(view.result === undefined ? [] : part("Result", yamlLines(view.result), looks)),
  ]
}

function dataLines({ data, shares = [] }: Case): readonly string[] {
  const lines = Object.keys(data).length === 0 ? [] : yamlLines(data)
  return shares.length === 0 ? lines : [...lines, `shared with the family: ${shares.join(", ")}`]
}

/** `running`, `held`: in the colour of how it stands. */
export function stateText(state: string, held: boolean, { paint }: Looks): string {
  const colour = stateColours[state]
  const text = colour === undefined ? state : paint(colour, state)
  return held ? `${text} ${paint("yellow", "held")}` : text
}

const stateColours: Readonly<Record<string, Colour>> = {
  completed: "green",
  failed: "red",
  removed: "dim",
  exhausted: "red",
}

function part(title: string, lines: readonly string[], { paint }: Looks): readonly string[] {
  return lines.length === 0 ? [] : ["", paint("bold", title), ...lines.map((line) => `  ${line}`)]
}

function narrower(looks: Looks): Looks {
  return looks.width === undefined ? looks : { ...looks, width: looks.width - 2 }
}

function table(titles: readonly string[], rows: readonly (readonly string[])[], looks: Looks): readonly string[] {
  return rows.length === 0 ? [] : tableLines(titles, rows, narrower(looks))
}

/** What a hold holds: `item doShow f1.i5`, `after sellTickets`, `the case`, `the end of the case`. */
function heldText(target: Case["holds"][number]["target"], { id, items }: Case): string {
  switch (target.kind) {
    case "item":
      return `item ${items.find((item) => item.id === target.item)?.task ?? ""} ${target.item}`
    case "after":
      return `after ${target.task}`
    case "case":
      return target.case === id ? "the case" : `case ${target.case}`
    case "end":
      return target.case === id ? "the end of the case" : `the end of case ${target.case}`
  }
}

function itemTable({ items }: Case, looks: Looks): readonly string[] {
  const rows = items.map((item) => [
    item.id,
    item.task,
    `${stateText(item.status, item.held, looks)}${item.undone === undefined ? "" : ", undone"}`,
    item.agent ?? "",
    item.dueAt === undefined ? "" : localMoment(item.dueAt),
    waitText(item),
    item.holds.map(({ reason }) => reason).join("; "),
  ])
  return table(["ID", "TASK", "STATUS", "AGENT", "DUE", "WAITS FOR", "HELD BY"], rows, looks)
}

/** Says what the table leaves out, and how to see it. */
function moreItems({ id, more, counts = [] }: Case): readonly string[] {
  if (more?.items === undefined) return []
  const numbers = counts.map(({ task, status, held, count }) => `${count} ${task} ${held ? "held " : ""}${status}`)
  return [`… and ${more.items} more; see \`exlet case-items ${id}\`. In all: ${numbers.join(", ")}`]
}

/** The steps of the process by the state they are in, as rules speak of it. */
function stateLines({ states }: Case): readonly string[] {
  const steps = Map.groupBy(Object.keys(states), (name) => states[name] ?? "")
  return stateOrder.flatMap((state) => {
    const names = steps.get(state)
    return names ? [`${state}: ${names.join(", ")}`] : []
  })
}

const stateOrder = ["executing", "suspended", "ready", "done", "aborted", "notReady"]

function exceptionTable({ exceptions }: Case, looks: Looks): readonly string[] {
  const rows = exceptions.map(({ id, class: name, at, raisedAt, parameters }) => [
    id,
    looks.paint("red", name),
    at,
    localMoment(raisedAt),
    Object.keys(parameters).length === 0 ? "" : JSON.stringify(parameters),
  ])
  return table(["ID", "CLASS", "AT", "RAISED", "WITH"], rows, looks)
}

function runTable({ runs }: Case, looks: Looks): readonly string[] {
  const rows = runs.map(({ id, exlet, on, at, position, steps, waitsFor, awaits = [], rollback }) => [
    id,
    looks.paint("cyan", exlet),
    `${on} at ${at}`,
    `${Math.min(position, steps.length)} of ${steps.length}`,
    [...waitsFor, ...awaits.map(({ task }) => task)].join(", "),
    rollback === undefined ? "" : rollbackText(rollback),
  ])
  return table(["ID", "EXLET", "FOR", "STEP", "WAITS FOR", "ROLLS BACK"], rows, looks)
}

function rollbackText({ to, done, of, incomplete }: NonNullable<Case["runs"][number]["rollback"]>): string {
  return `to ${to}: ${done} of ${of} undone${incomplete === undefined ? "" : `; ${incomplete}`}`
}

function boundText(bound: Case["bounds"][number]): string {
  if (bound.kind === "deadline") return `deadline of ${bound.scope}: ${localMoment(bound.dueAt)}`
  return `budget of ${bound.scope}: ${bound.spent} of ${bound.limit} spent`
}

function questionTable({ interventions }: Case, looks: Looks): readonly string[] {
  const rows = interventions.map(({ id, text, to, choices }) => [id, text, to ?? "", choices?.join(", ") ?? ""])
  return table(["ID", "QUESTION", "TO", "CHOICES"], rows, looks)
}

function patternTable({ patterns = [] }: Case, looks: Looks): readonly string[] {
  const rows = patterns.map(({ pattern, key, seen, since, until, missing }) => [
    key === undefined ? pattern : `${pattern} (${JSON.stringify(key)})`,
    seen.map(({ event }) => event).join(", "),
    since === undefined ? "" : localMoment(since),
    until === undefined ? "" : localMoment(until),
    missing,
  ])
  return table(["PATTERN", "SEEN", "SINCE", "UNTIL", "MISSING"], rows, looks)
}
