import type { Vocabulary } from "../expressions/expression.ts"
import { compileText, isText } from "../expressions/text.ts"
import { describeType, type ValueType, withArticle } from "../expressions/value-type.ts"
import type { Path, Report } from "../messages/findings.ts"
import { administrator } from "../messages/ids.ts"
import type { Known } from "./check-names.ts"
import { describe } from "./data-types.ts"
import type { DataType, ScalarType } from "./definition.ts"
import { didYouMeanName, isName, maySuggest, nearestName, quoted } from "./names.ts"
import { compileAt } from "./vocabulary.ts"

/** An expression whose value becomes a value of this type, if one is known. */
export function checkExpression(
  source: string,
  path: Path,
  vocabulary: Vocabulary,
  wanted: { readonly type: DataType; readonly what: string } | undefined,
  report: Report,
): void {
  const expression = compileAt({ source, path }, vocabulary, report)
  if (expression === undefined || wanted === undefined || canBecome(expression.type, wanted.type)) return
  report({
    code: "TYPE_MISMATCH",
    severity: "error",
    path,
    message: `${wanted.what} is ${describe(wanted.type)}, but this gives ${withArticle(describeType(expression.type))}.`,
    remedy: "Convert the value, or change the type.",
  })
}

/** An expression that gives a case number. */
export function checkCaseNumber(source: string, path: Path, vocabulary: Vocabulary, report: Report): void {
  const type = compileAt({ source, path }, vocabulary, report)?.type
  if (type === undefined || type === "any" || type === "string" || type === "number") return
  report({
    code: "TYPE_MISMATCH",
    severity: "error",
    path,
    message: `A case number is a text or a whole number, but this gives ${withArticle(describeType(type))}.`,
    remedy: "Write 'case: new' for a family of its own, or an expression that gives a case number.",
  })
}

/** A text with `{{expressions}}` in it. */
export function checkText(source: string, path: Path, vocabulary: Vocabulary, report: Report): void {
  const text = compileText(source, vocabulary)
  if (isText(text)) return
  for (const { code, message, remedy, start, end } of text)
    report({ code, severity: "error", path, within: { start, end }, message, remedy })
}

/**
 * Who is told or asked: the name of an agent, role or unit, else an expression. Anybody may be told something; a name that is nearly one
 * of the organisation may be a slip.
 */
export function checkWho(
  source: string,
  path: Path,
  vocabulary: Vocabulary,
  known: Pick<Known, "organisation" | "process" | "processes">,
  report: Report,
): void {
  if (!isName(source)) {
    compileAt({ source, path }, vocabulary, report)
    return
  }
  if (source !== administrator && !isVariable(source, vocabulary, known))
    tellSlip(source, ["agent", "role", "unit"], path, known, report)
}

/** A name that is none of the organisation, but nearly one. */
export function tellSlip(
  name: string,
  kinds: readonly ("agent" | "role" | "unit")[],
  path: Path,
  { organisation }: Pick<Known, "organisation">,
  report: Report,
): void {
  if (kinds.some((kind) => organisation.has(kind, name)) || !maySuggest(organisation)) return
  const names = kinds.flatMap((kind) => organisation.names(kind))
  const near = nearestName(name, names)
  if (near === undefined) return
  const message = `There is no ${kinds.join(", ").replace(/, (\w+)$/, " or $1")} ${quoted(name)} in the organisation.`
  const code = kinds.length > 1 ? "UNKNOWN_AGENT" : `UNKNOWN_${kinds.join().toUpperCase()}`
  report({ code, severity: "warning", path, message, remedy: didYouMeanName(near) })
}

/** Where the case may be any, its data may be that of any process. */
function isVariable(name: string, { names, open }: Vocabulary, known: Pick<Known, "process" | "processes">): boolean {
  if (Object.hasOwn(names, name)) return true
  return open === true && [...known.processes()].some((process) => known.process(process)?.variables.has(name))
}

/** Whether values of one type can be taken over into another of the same name. */
export function isCompatible(from: DataType, to: DataType): boolean {
  if (isAny(from) || isAny(to)) return true
  if (from.kind === "scalar" && to.kind === "scalar")
    return from.type === to.type || (isNumber(from.type) && isNumber(to.type))
  if (from.kind === "list" && to.kind === "list") return isCompatible(from.of, to.of)
  if (from.kind !== "object" || to.kind !== "object") return false
  return [...from.fields].every(([name, type]) => {
    const other = to.fields.get(name)
    return other === undefined || isCompatible(type, other)
  })
}

/** Text may stand for a time and a time for text; what they hold is looked at when it is there. */
function canBecome(type: ValueType, wanted: DataType): boolean {
  if (type === "any" || type === "null" || isAny(wanted)) return true
  switch (wanted.kind) {
    case "list":
      return typeof type === "object" && "list" in type && canBecome(type.list, wanted.of)
    case "object":
      return typeof type === "object" && !("list" in type)
    case "scalar":
      return typeof type === "string" && FITTING[wanted.type].includes(type)
  }
}

function isAny(type: DataType): boolean {
  return type.kind === "scalar" && type.type === "any"
}

function isNumber(type: string): boolean {
  return type === "integer" || type === "number"
}

const TEXTS = ["string", "timestamp", "duration"]
const FITTING: { readonly [type in ScalarType]: readonly string[] } = {
  string: TEXTS,
  date: ["string", "timestamp"],
  datetime: ["string", "timestamp"],
  duration: ["string", "duration"],
  integer: ["number"],
  number: ["number"],
  boolean: ["boolean"],
  any: [],
}
