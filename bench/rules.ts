import { explainWalk } from "../src/exceptions/explain-walk.ts"
import { isRefusal, refine } from "../src/exceptions/refine.ts"
import { newTree, type Tree } from "../src/exceptions/tree.ts"
import { applyChange, type LinkedRule } from "../src/exceptions/tree-change.ts"
import { walk } from "../src/exceptions/walk.ts"
import { type Bindings, compileExpression, type Expression, isExpression } from "../src/expressions/expression.ts"
import { administrator } from "../src/messages/ids.ts"
import type { JsonObject } from "../src/messages/json.ts"
import { type Benchmark, median, type Result, rounded } from "./result.ts"

const sizes = [10, 1_000, 100_000]
const rounds = 15
const evaluationsPerRound = 300_000
const lessons = 200

/** What a case at a checkpoint looks like to a rule. */
const names: JsonObject = {
  sold: 420,
  seats: 1000,
  band: "loud",
  item: { task: "doShow", data: { weight: 12 } },
  done: ["bookStadium", "sellTickets"],
}
const bindings: Bindings = { value: (name) => names[name] }

/**
 * `rules.walk.N`: conditions evaluated per second by walking a tree of N rules from end to end: a third each alternatives in a
 * row, refinements in a row, and turns from one to the other. The reference evaluates the very same conditions, in the same
 * order, in a bare loop.
 *
 * `rules.add`: learning a rule in a tree of 100,000, from the text of its condition to the tree that knows it, placement and
 * comparison with a cornerstone included. The tree has a thousand kinds of case, and a hundred rules for each.
 * `rules.add.longest`: the same where the walk looks at all of the 100,000, beside the time of that walk alone.
 */
export const rules: Benchmark = {
  name: "rules",
  run: () => Promise.resolve([...sizes.map(walking), addingToKinds(), addingAtTheEnd()]),
}

function walking(size: number): Result {
  const tree = mixedTree(size)
  const { path } = explainWalk(tree, walk(tree, bindings).walk)
  const conditions = path.map(({ node }) => tree.nodes.get(node)?.condition).filter((each) => each !== undefined)
  const times = Math.ceil(evaluationsPerRound / conditions.length)
  const measured: { value: number; reference: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const value = perSecond(conditions.length * times, () => {
      for (let time = 0; time < times; time++) if (walk(tree, bindings).last !== tree.nodes.get(size)) throw lost()
    })
    const reference = perSecond(conditions.length * times, () => {
      for (let time = 0; time < times; time++) if (evaluateAll(conditions) === 0) throw lost()
    })
    // The first round warms both up.
    if (round > 0) measured.push({ value, reference })
  }
  return {
    name: `rules.walk.${size}`,
    value: rounded(median(measured.map(({ value }) => value))),
    unit: "conditions/s",
    reference: rounded(median(measured.map(({ reference }) => reference))),
    ratio: rounded(median(measured.map(({ value, reference }) => value / reference))),
  }
}

/** How many hold. */
function evaluateAll(conditions: readonly Expression[]): number {
  let held = 0
  for (const condition of conditions) {
    const outcome = condition.evaluate(bindings)
    if (outcome.ok && outcome.value === true) held++
  }
  return held
}

/** Lessons for a hundred of the kinds, in no order; the second of each kind overrides the first, and is compared with its cornerstone. */
function addingToKinds(): Result {
  const tree = treeOfKinds(1000, 100)
  const milliseconds = Array.from({ length: lessons }, (_, index) =>
    learning(tree, { ...names, kind: ((index * 61) % 100) * 10, level: 50, number: index }, `number >= ${index}`),
  )
  return { name: "rules.add", value: rounded(median(milliseconds)), unit: "ms" }
}

/** Each rule overrides the one before, and so is compared with its cornerstone. */
function addingAtTheEnd(): Result {
  const tree = mixedTree(100_000)
  const measured = Array.from({ length: rounds }, (_, index) => {
    const value = learning(tree, { ...names, number: index }, `number >= ${index}`)
    return { value, reference: milliseconds(() => walk(tree, bindings)) }
  })
  return {
    name: "rules.add.longest",
    value: rounded(median(measured.map(({ value }) => value))),
    unit: "ms",
    reference: rounded(median(measured.map(({ reference }) => reference))),
    ratio: rounded(median(measured.map(({ value, reference }) => value / reference))),
  }
}

function learning(tree: Tree, mine: JsonObject, source: string): number {
  return milliseconds(() => {
    const condition = read(source)
    const change = refine(tree, {
      condition,
      conclusion: { kind: "exlet", name: "handle" },
      context: { names: mine, results: {}, counts: {}, rounds: {}, past: {} },
    })
    if (isRefusal(change)) throw new Error(change.message)
    applyChange(tree, { version: tree.version + 1, change, at: 0, by: administrator }, () => condition)
  })
}

/** Kinds are each other's alternatives; each is refined by levels, ten deep, and each of those has ten alternatives. */
function treeOfKinds(kinds: number, each: number): Tree {
  const nodes: LinkedRule[] = []
  for (let kind = 0; kind < kinds; kind++) {
    const first = kind * each + 1
    for (let rule = 0; rule < each; rule++) {
      const id = first + rule
      const isTurn = rule % 10 === 0
      const next = { ...(rule < each - 1 && { [isTurn ? "except" : "else"]: id + 1 }) }
      const isKind = rule === 0
      nodes.push({
        id,
        if: isKind ? `kind == ${kind}` : isTurn ? `level > ${rule / 10}` : `level == ${100 + rule}`,
        conclusion: { kind: "exlet", name: `exlet-${id % 50}` },
        ...next,
        ...(isKind && kind < kinds - 1 && { else: first + each }),
      })
    }
  }
  return deployed(nodes)
}

/** The walk goes along the alternatives, down the refinements, and by turns through the rest, to the last rule there is. */
function mixedTree(size: number): Tree {
  const third = Math.floor(size / 3)
  const nodes: LinkedRule[] = []
  for (let id = 1; id <= size; id++) {
    const next = id < size ? id + 1 : undefined
    const isHeld = id > third && (id <= 2 * third || id % 4 === 0)
    nodes.push({
      id,
      if: isHeld ? holding(id) : failing(id),
      conclusion: { kind: "exlet", name: `exlet-${id % 50}` },
      ...(next !== undefined && { [isHeld ? "except" : "else"]: next }),
    })
  }
  return deployed(nodes)
}

function deployed(nodes: readonly LinkedRule[]): Tree {
  const tree = newTree("itemPre", "concert/doShow")
  const change = { kind: "replaced", first: 1, nodes } as const
  applyChange(tree, { version: 1, change, at: 0, by: administrator }, read)
  return tree
}

const holding = (id: number): string =>
  [
    `sold < seats * 0.${5 + (id % 5)}`,
    `band == "loud" && sold > ${id % 400}`,
    `item.data.weight < ${20 + id}`,
    `"sellTickets" in done`,
    `sold + ${id} > seats - 600`,
  ][id % 5] ?? "true"

const failing = (id: number): string =>
  [
    `sold < seats * 0.${id % 4}`,
    `band == "band ${id}"`,
    `item.data.weight > ${20 + id}`,
    `"task ${id}" in done || sold == ${1000 + id}`,
    `item.task == "doShow" && sold > ${420 + id}`,
  ][id % 5] ?? "false"

function read(source: string): Expression {
  const compiled = compileExpression(source, { names: {}, open: true }, "boolean")
  if (!isExpression(compiled)) throw new Error(`${source}: ${compiled[0]?.message}`)
  return compiled
}

function perSecond(count: number, work: () => void): number {
  return count / (milliseconds(work) / 1000)
}

function milliseconds(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

const lost = () => new Error("the walk went another way")
