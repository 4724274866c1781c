import type { Output } from "../client.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import { yamlLines } from "./show-answer.ts"

type Intervention = Output<"intervention">

/** A question in words: what is asked, what it is about, where, since when, and how it can be answered. */
export function interventionLines(view: Intervention, { paint }: Looks): readonly string[] {
  const { id, text, to, process: of, at, class: name, openedAt, open } = view
  const item = view.item === undefined ? "" : `, item ${view.item}`
  const { choices = [], raised } = view
  return [
    `${paint("bold", text)} ${id}  ${open ? paint("yellow", "open") : "answered"}`,
    `${name === undefined ? "asked" : paint("red", name)} at ${at} of ${of}, case ${view.case}${item}`,
    `since ${localMoment(openedAt)}${to === undefined ? "" : `, asked of ${to}`}`,
    ...(raised === undefined || Object.keys(raised.parameters).length === 0 ? [] : yamlLines(raised.parameters)),
    ...(choices.length === 0 ? [] : [`choices: ${choices.join(", ")}`]),
    ...(open ? ["", "Answers:", ...answersTo(view).map((answer) => `  exlet answer ${id} ${answer}`)] : []),
  ]
}

/** What can be answered, with what each needs: a question of an exlet is confirmed, an exception can be taught about. */
function answersTo({ item, run, exception, choices }: Intervention): readonly string[] {
  const choice = choices?.[0]
  return [
    ...(run === undefined ? [] : [`confirm${choice === undefined ? " [--answer VALUE]" : ` --answer ${choice}`}`]),
    "run --exlet EXLET",
    ...(exception === undefined ? [] : ["teach --then EXLET [--if CONDITION]"]),
    ...(item === undefined ? [] : onItem),
    "set -d NAME=VALUE",
    item === undefined ? "remove --target case" : "remove [--target item|case]",
    "dismiss",
  ]
}

const onItem: readonly string[] = [
  "retry [--with same|next]",
  "restart",
  "skip",
  "reassign --to AGENT",
  "needs --needs JSON",
  "wait",
]
