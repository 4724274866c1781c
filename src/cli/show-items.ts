import type { Output } from "../client.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import { yamlLines } from "./show-answer.ts"
import { stateText } from "./show-case.ts"
import { tableLines } from "./table.ts"
import { waitText } from "./wait-text.ts"

/** Items as a worklist shows them: the first is the most urgent. */
export function itemRowLines({ rows }: Output<"worklist">, looks: Looks): readonly string[] {
  if (rows.length === 0) return [looks.paint("dim", "Nothing to do.")]
  const cells = rows.map(({ id, task, process, status, held, agent, worker, priority, dueAt, enabledAt, instance }) => [
    id,
    instance === undefined ? task : `${task}[${instance}]`,
    process,
    stateText(status, held, looks),
    agent ?? worker ?? "",
    priority === 0 ? "" : String(priority),
    dueAt === undefined ? "" : localMoment(dueAt),
    localMoment(enabledAt),
  ])
  return tableLines(["ID", "TASK", "PROCESS", "STATUS", "WHO", "PRIORITY", "DUE", "SINCE"], cells, looks)
}

/** An item with what it shows and what is to be filled in. */
export function itemLines(item: Output<"item">, looks: Looks): readonly string[] {
  const { id, title, task, process, status, held, agent, dueAt, data, form, revision, undone } = item
  const waits = waitText(item)
  const fields = form.fields.map((field) => [
    field.name,
    field.type,
    field.required ? "required" : field.readOnly ? "read only" : "",
    data[field.name] === undefined ? "" : JSON.stringify(data[field.name]),
    field.title === field.name ? "" : field.title,
  ])
  const shown = new Set(form.fields.map(({ name }) => name))
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => !shown.has(name)))
  return [
    `${looks.paint("bold", title ?? task)} ${id}  ${stateText(status, held, looks)}`,
    `${task} of ${process}, case ${item.case}${agent === undefined ? "" : `, with ${agent}`}${dueAt === undefined ? "" : `, due ${localMoment(dueAt)}`}; revision ${revision}`,
    ...(waits === "" ? [] : [`waits for ${waits}`]),
    ...(undone === undefined ? [] : [`undone since (${undone})`]),
    ...item.holds.map(({ reason }) => looks.paint("yellow", `held: ${reason}`)),
    ...(fields.length === 0 ? [] : ["", ...tableLines(["FIELD", "TYPE", "", "VALUE", "TITLE"], fields, looks)]),
    ...(Object.keys(rest).length === 0 ? [] : ["", ...yamlLines(rest)]),
  ]
}
