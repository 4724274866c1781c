import { bindingsOf } from "../exceptions/context.ts"
import { isAnswer } from "../exceptions/ladder-outlook.ts"
import { isRefusal, misfit, type RuleRefusal, refine } from "../exceptions/refine.ts"
import { newTree } from "../exceptions/tree.ts"
import { walk } from "../exceptions/walk.ts"
import {
  type Bindings,
  compileExpression,
  type Explanation,
  type Expression,
  type ExpressionFinding,
  isExpression,
} from "../expressions/expression.ts"
import type { Context } from "../messages/context.ts"
import type { Finding } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { canonicalEvent } from "../model/event-names.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { vocabularyAt } from "./conditions.ts"
import { examine } from "./examining.ts"
import type { LearntFrom } from "./learning-context.ts"
import { type MaySee, shownCornerstone } from "./lessons.ts"
import { captureContext, ruleBindings } from "./rule-context.ts"
import { contextSeenBy } from "./seen-context.ts"
import { momentFor, nothingThere, ruleNotPermitted, standsAt, type TeachingParts } from "./teaching.ts"

/** A condition while somebody writes it. */
export interface ConditionAsked {
  readonly on: string
  readonly at: string
  readonly if: string
  /** What the rule would say, where that is known already. */
  readonly then?: Json
  /** What it would be learnt from. */
  readonly from?: LearntFrom
  readonly maySee?: MaySee
}

export interface CheckedCondition {
  readonly findings: readonly TextFinding[]
  /** How it comes out in what it would be learnt from. */
  readonly here?: Tried
  /** How it comes out where the rule that answers now was learnt. */
  readonly there?: Tried & { readonly node: number }
  /** Whether it could be learnt so. */
  readonly isAcceptable: boolean
  /** What it says only tells people or writes data, so that the exception goes on to the next stage afterwards. */
  readonly passes?: true
  readonly rejection?: Pick<Rejection, "code" | "message" | "remedy">
}

/** A finding with the part of the text it is about, as offsets. */
export interface TextFinding extends Finding {
  readonly start: number
  readonly end: number
}

export interface Tried {
  readonly outcome: "held" | "did not hold" | "failed"
  /** Why it could not be evaluated. */
  readonly message?: string
  readonly explanation: Explanation
}

/** Everything there is to say about a condition, whatever its text. Nothing is done. */
export async function checkCondition(
  parts: TeachingParts,
  asked: ConditionAsked,
  now: number,
): Promise<Answer<CheckedCondition>> {
  const { rulebook, processes } = parts
  const on = canonicalEvent(asked.on)
  const { at, if: source, from } = asked
  const { findings, conclusion } = read(parts, { ...asked, on })
  const forbidden = ruleNotPermitted(parts, { on, at, if: source, conclusion: conclusion?.conclusion })
  if (forbidden) return accept({ findings, isAcceptable: false, rejection: refusalOf(forbidden) })
  const vocabulary = vocabularyAt({ on, at }, { book: rulebook, newest: processes.current })
  const condition = compileExpression(source, vocabulary, "boolean")
  const all = [...(isExpression(condition) ? [] : condition.map((each) => inText(each, source))), ...findings]
  const isWrong = all.some(({ severity }) => severity === "error")
  if (!isExpression(condition) || from === undefined) return accept({ findings: all, isAcceptable: !isWrong })
  const tree = rulebook.tree(on, at) ?? newTree(on, at)
  const moment = await momentFor(parts, { on, at, from }, tree, { now, condition })
  if (moment === undefined || !standsAt(at, moment)) return refuse(nothingThere)
  const bindings = ruleBindings(moment.around, moment.place)
  const answering = walk(tree, bindings).node
  const learntIn = await shownCornerstone(answering, asked.maySee)
  const { authority } = parts
  const seen = (context: Context) => contextSeenBy(context, authority, moment.around.find)
  const cornerstone = learntIn && seen(learntIn)
  const lesson = { condition, context: captureContext(moment.around, moment.place), bindings, seen }
  const change = conclusion ? refine(tree, { ...lesson, ...conclusion }) : misfit(tree, lesson)
  const refusal = change && isRefusal(change) ? change : undefined
  const said = conclusion?.conclusion
  const isPassing = said && rulebook.classes.has(on) && !isAnswer({ rules: rulebook }, { conclusion: said })
  return accept({
    findings: all,
    here: tried(condition, ruleBindings({ ...moment.around, authority }, moment.place)),
    ...(cornerstone && { there: { ...tried(condition, bindingsOf(cornerstone)), node: answering.id } }),
    isAcceptable: !isWrong && refusal === undefined,
    ...(isPassing && { passes: true }),
    ...(refusal && { rejection: refusalOf(refusal) }),
  })
}

const refusalOf = <Code extends string>({
  code,
  message,
  remedy,
}: Pick<RuleRefusal, "message" | "remedy"> & { readonly code: Code }) => ({ code, message, remedy })

/** What else is wrong with a rule of that condition: its event, its scope, what it speaks of, what it says. */
function read(parts: TeachingParts, { on, at, if: source, then }: ConditionAsked) {
  const rule = { if: source, then: then ?? "nothing" }
  const { bundle, findings } = examine({ rules: [{ on, at, tree: [rule] }] }, parts)
  const definition = bundle.repertoire.trees[0]?.nodes[0]
  const path = (text: string) => text.replace(/^rules\[0\](\.tree\[0\])?\.?/, "")
  const own = findings
    .map((finding) => ({ ...finding, place: { ...finding.place, path: path(finding.place.path) } }))
    .filter(
      ({ code, place }) =>
        !(expressionCodes.has(code) && place.path === "if") && (then !== undefined || !place.path.startsWith("then")),
    )
    .map((finding) => ({ ...finding, start: 0, end: finding.place.path === "if" ? source.length : 0 }))
  return {
    findings: own,
    conclusion:
      then === undefined || definition === undefined
        ? undefined
        : { ...(definition.then && { conclusion: definition.then }) },
  }
}

/** Told with their places by whoever compiles the text. */
const expressionCodes: ReadonlySet<string> = new Set<ExpressionFinding["code"]>([
  "EXPRESSION_SYNTAX",
  "EXPRESSION_TOO_LARGE",
  "UNKNOWN_NAME",
  "UNKNOWN_FIELD",
  "UNKNOWN_FUNCTION",
  "TYPE_MISMATCH",
  "BAD_PATTERN",
])

function inText({ code, message, remedy, start, end }: ExpressionFinding, source: string): TextFinding {
  const before = source.slice(0, start).split("\n")
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, path: "if" }
  return { code, severity: "error", place, message, remedy, start, end }
}

function tried(condition: Expression, bindings: Bindings): Tried {
  const explanation = condition.explain(bindings)
  const { outcome } = explanation
  if (outcome === "not evaluated" || !outcome.ok)
    return { outcome: "failed", ...(outcome !== "not evaluated" && { message: outcome.error.message }), explanation }
  return { outcome: outcome.value === true ? "held" : "did not hold", explanation }
}
