import { explainWalk } from "../src/exceptions/explain-walk.ts"
import { walk } from "../src/exceptions/walk.ts"
import type { Bindings, Expression } from "../src/expressions/expression.ts"
import type { JsonObject } from "../src/messages/json.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"
import { mixedRules, treeWith } from "./rule-trees.ts"

const sizes = [10, 1_000, 100_000]
const rounds = 15
const evaluationsPerRound = 300_000

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
 */
export const rulesWalk: Benchmark = {
  name: "rules.walk",
  run: () => Promise.resolve(sizes.map(walking)),
}

function walking(size: number): Result {
  const tree = treeWith(mixedRules(size))
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
  return comparison(`rules.walk.${size}`, "conditions/s", measured)
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

function perSecond(count: number, work: () => void): number {
  const start = performance.now()
  work()
  return count / ((performance.now() - start) / 1000)
}

const lost = () => new Error("the walk went another way")
