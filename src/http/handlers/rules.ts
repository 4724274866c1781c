import type { Desk, Where } from "../../access/desk.ts"
import { notPermitted } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Refusal } from "../../api/problems.ts"
import { asCaseId, asFamilyId, asItemId } from "../../messages/ids.ts"
import type { Json, JsonObject } from "../../messages/json.ts"
import type { Right } from "../../model/organisation.ts"
import { placeOfScope } from "../../model/scope-text.ts"
import type { Proposal } from "../../runtime/backtesting.ts"
import { isGrantingInPlace } from "../../runtime/granting.ts"
import type { LearntFrom } from "../../runtime/learning-context.ts"
import type { RuleLesson } from "../../runtime/teaching.ts"
import type { DecisionRow, StoredTreeChange } from "../../store/port.ts"
import type { HandlersOf } from "../handler.ts"
import { listed } from "../listing.ts"
import { absentCase, absentDecision, absentProcess, absentTree } from "./absent.ts"
import { actOf, given, refused } from "./answers.ts"

export const reading = ["see", "teach"] as const

export const rules: HandlersOf<
  | "trees"
  | "tree"
  | "treeChanges"
  | "decisions"
  | "learn"
  | "removeRule"
  | "undoRule"
  | "explain"
  | "whatIf"
  | "applies"
  | "backtest"
> = {
  async trees({ process }, { desk }) {
    const closed = desk.closed(reading)
    if (closed) return refused(closed)
    const isMeant = (at: string) => process === undefined || whereOf(at).process === process
    return given({ rows: desk.engine.trees().filter(({ at }) => isMeant(at) && mayRead(desk, at)) })
  },

  async tree({ tree: key, version }, { desk }) {
    const found = desk.engine.tree(key, version)
    return found && mayRead(desk, found.at) ? given(found, found.version) : refused(absentTree(key))
  },

  async treeChanges({ tree: key }, { desk }) {
    const found = desk.engine.tree(key)
    if (found === undefined || !mayRead(desk, found.at)) return refused(absentTree(key))
    const changes = await desk.engine.treeChanges(key, desk.act({}))
    const isOpen = desk.mayOne(reading, whereOf(found.at))
    return given({ rows: isOpen ? changes : changes.map(withoutCornerstone) })
  },

  async decisions(asked, { desk, turn }) {
    const found = desk.engine.tree(asked.tree)
    if (found === undefined || !mayRead(desk, found.at)) return refused(absentTree(asked.tree))
    return listed({
      turn,
      name: `decisions ${asked.order === "newest" ? "newest " : ""}${asked.tree}`,
      asked,
      read: (after: DecisionPlace | undefined, limit) =>
        desk.engine.decisions({
          tree: asked.tree,
          limit,
          ...(asked.failed && { failed: true as const }),
          ...(asked.order && { order: asked.order }),
          ...(after && { after: { family: asFamilyId(after.family), version: after.version } }),
        }),
      placeOf: ({ family, version }) => ({ family, version }),
      isPlace: isDecisionPlace,
      ...(!desk.mayOne(reading, whereOf(found.at)) && {
        isShown: ({ family }: DecisionRow) => desk.sees(family, reading),
      }),
    })
  },

  async learn(input, asking) {
    const { desk } = asking
    const { reason: _, dryRun: __, replace, undo, ...lesson } = input
    const refusal = (await mayTeach(desk, lesson)) ?? (replace ? await mayReplace(desk, lesson.from) : undefined)
    if (refusal) return refused(refusal)
    const taught = { ...lessonOf(lesson), ...(replace && { replace }), ...(undo && { undo }) }
    return desk.engine.learn(taught, actOf(input, asking))
  },

  async removeRule(input, asking) {
    const refusal = mayChange(asking.desk, input.tree)
    return refusal ? refused(refusal) : asking.desk.engine.removeRule(input.tree, input.node, actOf(input, asking))
  },

  async undoRule(input, asking) {
    const refusal = mayChange(asking.desk, input.tree)
    return refusal ? refused(refusal) : asking.desk.engine.undoRule(input.tree, actOf(input, asking))
  },

  async explain({ family, version }, { desk }) {
    const found = (await desk.sees(family, reading))
      ? await desk.engine.explain(asFamilyId(family), version, desk.act({}))
      : undefined
    if (found === undefined || !(await desk.sees(found.case, reading)))
      return refused(absentDecision(`${version} of family ${family}`))
    return given(withoutNothing(found))
  },

  async whatIf({ on, case: id, item, with: parameters }, { desk }) {
    const question = {
      on,
      case: asCaseId(id),
      ...(item !== undefined && { item: asItemId(item) }),
      ...(parameters && { with: parameters }),
    }
    const found = (await desk.sees(id, reading)) ? await desk.engine.whatIf(question, desk.act({})) : undefined
    return found ? given(withoutNothing(found)) : refused(absentDecision(`to be made at ${item ?? id}`))
  },

  async applies({ on, case: id, item, with: parameters }, { desk }) {
    const question = {
      on,
      case: asCaseId(id),
      ...(item !== undefined && { item: asItemId(item) }),
      ...(parameters && { with: parameters }),
    }
    const found = (await desk.sees(id, reading)) ? await desk.engine.applies(question, desk.act({})) : undefined
    return found ? given(found) : refused(absentDecision(`to be made at ${item ?? id}`))
  },

  async backtest(input, { desk, signal, onProgress }) {
    const { limit, tree, remove, ...lesson } = input
    const options = { signal, ...(limit !== undefined && { limit }), ...(onProgress && { onProgress }) }
    if (tree !== undefined || remove !== undefined) {
      if (tree === undefined || remove === undefined || lesson.on !== undefined) return refused(eitherOr)
      const refusal = mayChange(desk, tree)
      return refusal ? refused(refusal) : desk.engine.backtest({ tree, remove }, options, desk.act({}))
    }
    const { on, at, if: condition, then, from } = lesson
    if (on === undefined || at === undefined || condition === undefined || then === undefined || from === undefined)
      return refused(eitherOr)
    const proposal = { ...lesson, on, at, if: condition, then, from }
    const refusal = await mayTeach(desk, proposal)
    return refusal ? refused(refusal) : desk.engine.backtest(lessonOf(proposal) as Proposal, options, desk.act({}))
  },
}

type Taught = Pick<Input<"learn">, "on" | "at" | "if" | "then" | "title" | "from" | "version">

const lessonOf = ({ from, ...lesson }: Taught): RuleLesson => ({ ...lesson, from: learntFrom(from) })

export function learntFrom(from: Taught["from"]): LearntFrom {
  if ("version" in from) return { family: asFamilyId(from.family), version: from.version }
  const { case: id, item } = from
  return { case: asCaseId(id), ...(item !== undefined && { item: asItemId(item) }) }
}

/** What a rule is learnt from must be seen by whoever teaches it. */
async function mayTeach(
  desk: Desk,
  { at, from, then }: Pick<Taught, "at" | "from" | "then">,
): Promise<Refusal | undefined> {
  if (isGrantingInPlace(then) && !desk.may("administer")) return notPermitted(desk.agent, ["administer"])
  const where = whereOf(at)
  if (!desk.may("teach", where))
    return where.process === undefined || desk.may("see", where) || !desk.somewhere(["teach"])
      ? notPermitted(desk.agent, ["teach"])
      : absentProcess(where.process)
  const id = "version" in from ? from.family : from.case
  return (await desk.sees(id, reading)) ? undefined : absentDecision(`to learn from at ${id}`)
}

/** What runs there is ended and begun anew. */
async function mayReplace(desk: Desk, from: Taught["from"]): Promise<Refusal | undefined> {
  return "version" in from ? undefined : desk.refuses(from.case, "intervene", absentCase(from.case))
}

/** The data of the case a rule was learnt from is for those who may see that case: of a rule for everywhere, not for all. */
function withoutCornerstone({ change, ...row }: StoredTreeChange): StoredTreeChange {
  const { node } = change
  if (!isRecord(node)) return { ...row, change }
  const { cornerstone: _, ...rest } = node
  return { ...row, change: { ...change, node: rest } }
}

const isRecord = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function mayChange(desk: Desk, key: string): Refusal | undefined {
  const found = desk.engine.tree(key)
  if (found === undefined || !mayRead(desk, found.at)) return absentTree(key)
  return desk.may("teach", whereOf(found.at)) ? undefined : notPermitted(desk.agent, ["teach"])
}

/** Rules for everywhere are for everybody who may read any. */
export function mayRead(desk: Desk, at: string): boolean {
  const where = whereOf(at)
  return where.process === undefined ? desk.somewhere(reading) : desk.mayOne(reading as readonly Right[], where)
}

/** `process/task` stands in its process; `everywhere` and `role:clerk` in none. */
export function whereOf(at: string): Where {
  const { process } = placeOfScope(at)
  return process === undefined ? {} : { process }
}

function withoutNothing<Told extends { readonly says: string | undefined }>({ says, ...told }: Told) {
  return { ...told, ...(says !== undefined && { says }) }
}

interface DecisionPlace {
  readonly family: string
  readonly version: number
}

function isDecisionPlace(value: unknown): value is DecisionPlace {
  return (
    typeof value === "object" &&
    value !== null &&
    "family" in value &&
    typeof value.family === "string" &&
    "version" in value &&
    Number.isSafeInteger(value.version)
  )
}

const eitherOr: Refusal = {
  code: "REQUEST_INVALID",
  message: "what is to be tried is a rule (`on`, `at`, `if`, `then`, `from`) or a removal (`tree`, `remove`)",
  remedy: "Say all of the one and nothing of the other",
}
