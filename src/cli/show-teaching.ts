import type { Output } from "../client.ts"
import type { Looks } from "./looks.ts"
import { partLines } from "./show-rules.ts"
import { tableLines } from "./table.ts"

/** What there is to learn from: what is said there now, what tells it from the cornerstone, and conditions to choose from. */
export function lessonLines(lesson: Output<"lesson">, looks: Looks): readonly string[] {
  const { tree, version, here, there, says, walk, values, suggestions } = lesson
  const answer = says === undefined ? looks.paint("dim", "no answer") : looks.paint("cyan", says)
  const place = here.item ?? here.case
  const compared = there ? values.filter(({ differs }) => differs) : values.filter(({ about }) => about === "data")
  const rows = compared.map((value) => [value.name, written(value.here), written(value.there)])
  return [
    `${looks.paint("bold", `${tree} v${version}`)} at ${place}: ${answer}${walk.answer === 0 ? "" : ` (#${walk.answer})`}`,
    ...(there ? [`#${there.node} was learnt at ${there.item ?? there.case}`] : []),
    ...(rows.length === 0 ? [] : tableLines(["NAME", "HERE", "THERE"], rows, looks)),
    ...(suggestions.length === 0 ? ["Nothing to suggest."] : ["Suggested:"]),
    ...suggestions.map(({ if: condition, why }) => `  ${condition}  ${looks.paint("dim", why)}`),
  ]
}

/** A condition: what is wrong with it, how it comes out, and whether it could be learnt. */
export function checkedLines(checked: Output<"checkCondition">, looks: Looks): readonly string[] {
  const { findings, here, there, isAcceptable, rejection } = checked
  const tried = (name: string, { outcome, message, explanation }: NonNullable<typeof here>) => [
    `${name}: ${looks.paint(outcome === "held" ? "green" : outcome === "failed" ? "red" : "dim", outcome)}`,
    ...(message === undefined ? [] : [`  ${message}`]),
    ...explanation.parts.flatMap((part) => partLines(part, 1, looks)),
  ]
  return [
    ...findings.map(({ code, severity, place, message, remedy }) => {
      const at = place.column === undefined ? "" : ` (${place.line}:${place.column})`
      return `${looks.paint(severity === "error" ? "red" : "yellow", code)}${at}: ${message} ${remedy}`
    }),
    ...(here ? tried("here", here) : []),
    ...(there ? tried(`where #${there.node} was learnt`, there) : []),
    ...(rejection ? [`${looks.paint("red", rejection.code)}: ${rejection.message}. ${rejection.remedy}.`] : []),
    ...(isAcceptable ? [looks.paint("green", here ? "It could be learnt." : "It is a condition.")] : []),
  ]
}

/** Names with their types, and functions with a line each. */
export function vocabularyLines({ names, functions, isOpen }: Output<"vocabulary">, looks: Looks): readonly string[] {
  const rows = names.flatMap(({ name, type, about, fields = [] }) => [
    [name, type, about ?? ""],
    ...fields.map((field) => [`${name}.${field.name}`, field.type, ""]),
  ])
  return [
    ...tableLines(["NAME", "TYPE", ""], rows, looks),
    ...(isOpen ? [looks.paint("dim", "… and whatever data the case has")] : []),
    "",
    ...tableLines(
      ["FUNCTION", "GIVES", ""],
      functions.map(({ ways, returns, about }) => [ways[0] ?? "", returns, about]),
      looks,
    ),
  ]
}

const written = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value))
