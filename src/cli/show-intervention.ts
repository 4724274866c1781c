import type { Output } from "../client.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import { yamlLines } from "./show-answer.ts"

type Intervention = Output<"intervention">
type Similar = Output<"similar">
type PossibleAnswer = NonNullable<Intervention["answers"]>[number]

/** A question in words: what is asked, what it is about, where, since when, and how it can be answered. */
export function interventionLines(view: Intervention, looks: Looks): readonly string[] {
  const { paint } = looks
  const { id, text, to, process: of, at, class: name, openedAt, dueAt, open, proposal, now, answers = [] } = view
  const item = view.item === undefined ? "" : `, item ${view.item}`
  const { choices = [], raised, similar } = view
  return [
    `${paint("bold", text)} ${id}  ${open ? paint("yellow", "open") : "answered"}`,
    `${name === undefined ? "asked" : paint("red", name)} at ${at} of ${of}, case ${view.case}${item}`,
    `since ${localMoment(openedAt)}${to === undefined ? "" : `, asked of ${to}`}${dueAt === undefined ? "" : `, due ${localMoment(dueAt)}`}`,
    ...(raised === undefined || Object.keys(raised.parameters).length === 0 ? [] : yamlLines(raised.parameters)),
    ...(choices.length === 0 ? [] : [`choices: ${choices.join(", ")}`]),
    ...(proposal === undefined ? [] : [`proposed: ${proposal.says} (${proposal.stage})`]),
    ...(now === undefined ? [] : [`now handled by rule #${now.node} of ${now.tree}: ${now.says}`]),
    ...(similar === undefined || similar.cases.length === 0 ? [] : ["", ...similarLines(similar, looks)]),
    ...answerLines(id, answers),
  ]
}

/** What was done before, most often first, and the last few times. */
export function similarLines({ cases, answers }: Similar, { paint }: Looks): readonly string[] {
  if (cases.length === 0) return ["Nothing like it has been answered before."]
  return [
    "What was done about the like:",
    ...answers.map(
      ({ stage, says, count, recurred }) =>
        `  ${count}× ${says} (${stage})${recurred === 0 ? "" : paint("red", `, came back ${recurred}×`)}`,
    ),
    ...cases.map(
      ({ case: id, class: name, at, state, answer }) =>
        `  ${localMoment(answer.at)} ${name} at ${at} of ${id}: ${answer.says}${answer.by === undefined ? "" : ` by ${answer.by}`}, ${state}`,
    ),
  ]
}

function answerLines(id: string, answers: readonly PossibleAnswer[]): readonly string[] {
  const possible = answers.filter(({ isPossible }) => isPossible)
  if (possible.length === 0) return []
  return ["", "Answers:", ...possible.map((answer) => `  exlet answer ${id} ${answerText(answer)}`)]
}

/** As it is written on the command line, with what it takes. */
function answerText({ do: verb, takes = [] }: PossibleAnswer): string {
  const [first, ...others] = takes.map(({ name, isRequired, choices }) => {
    const few = choices && choices.length > 0 && choices.length <= 3 ? choices.join("|") : shown[name]
    const flag = name === "data" ? "-d NAME=VALUE" : `--${name} ${few ?? name.toUpperCase()}`
    return isRequired || verb === "run" ? flag : `[${flag}]`
  })
  // Either of the two is enough, and the first is what people do.
  return [verb, first, ...(verb === "run" ? [] : others)].filter((part) => part !== undefined).join(" ")
}

const shown: { readonly [name: string]: string } = {
  to: "AGENT",
  needs: "JSON",
  then: "EXLET",
  if: "CONDITION",
  answer: "VALUE",
}
