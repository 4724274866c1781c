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
    ...(view.exception === undefined ? [] : [`what was tried: exlet ladder ${view.exception}`]),
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
  return ["", "Answers:", ...possible.flatMap((answer) => answerText(id, answer))]
}

/** As it is written on the command line, with what it takes, and the steps there are to choose from. */
function answerText(id: string, { do: verb, takes = [] }: PossibleAnswer): readonly string[] {
  const [first, ...others] = takes.map(({ name, isRequired, choices = [] }) => {
    const few = choices.length > 0 && choices.length <= 3 ? choices.join("|") : nameOf(verb, name)
    const flag = name === "data" ? "-d NAME=VALUE" : `--${name} ${few}`
    return isRequired || verb === "run" ? flag : `[${flag}]`
  })
  const steps = takes.find(({ name }) => name === "to")?.choices ?? []
  // Either of the two is enough, and the first is what people do.
  const parts = [verb, first, ...(verb === "run" ? [] : others)].filter((part) => part !== undefined)
  return [
    `  exlet answer ${id} ${parts.join(" ")}`,
    ...(steps.length > 3 ? [`    where STEP is one of ${steps.join(", ")}`] : []),
  ]
}

const nameOf = (verb: string, name: string): string =>
  name === "to" && verb === "reassign" ? "AGENT" : (shown[name] ?? name.toUpperCase())

const shown: { readonly [name: string]: string } = {
  to: "STEP",
  needs: "JSON",
  then: "EXLET",
  if: "CONDITION",
  answer: "VALUE",
}
