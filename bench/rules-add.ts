import { join } from "node:path"
import { isRefusal, refine } from "../src/exceptions/refine.ts"
import { type Tree, treeKey } from "../src/exceptions/tree.ts"
import { applyChange } from "../src/exceptions/tree-change.ts"
import { walk } from "../src/exceptions/walk.ts"
import { accepted, asItemId, type Engine, openEngine, openSqliteStore } from "../src/main.ts"
import { administrator } from "../src/messages/ids.ts"
import type { JsonObject } from "../src/messages/json.ts"
import { emptyBatch } from "../src/store/empty-batch.ts"
import { type Benchmark, comparison, median, quantile, type Result, rounded } from "./result.ts"
import { mixedRules, read, rulesOfKinds, treeWith } from "./rule-trees.ts"
import { inFolder } from "./workplace.ts"

const lessons = 200
const longestLessons = 15

/**
 * `rules.add`: what `learn` takes on a file, from the text of the condition to the acknowledgement, in a tree of 100,000 rules:
 * a thousand kinds of case, and a hundred rules for each. Every second rule overrides one learnt before and is compared with its
 * cornerstone. `rules.add.memory`: the same without engine and store: placing the rule and changing the tree.
 * `rules.add.longest`: that where the walk looks at all of the 100,000, beside the time of such a walk alone.
 */
export const rulesAdd: Benchmark = {
  name: "rules.add",
  run: async () => [...(await inFolder(durably)), inMemory(), atTheEnd()],
}

async function durably(folder: string): Promise<readonly Result[]> {
  const file = join(folder, "engine.db")
  await deployAll(file)
  const engine = await openEngine({ store: file })
  const times: number[] = []
  for (let index = 0; index < lessons; index++) times.push(await learning(engine, index))
  await engine.stop()
  return [
    { name: "rules.add", value: rounded(median(times)), unit: "ms" },
    { name: "rules.add.p99", value: rounded(quantile(times, 0.99)), unit: "ms" },
  ]
}

/** No document that is deployed may hold so many rules, so the tree goes straight into the store. */
async function deployAll(file: string): Promise<void> {
  const engine = await openEngine({ store: file })
  const note = [{ notify: "bob", text: "have a look" }]
  const names = ["handle", ...Array.from({ length: 50 }, (_, number) => `exlet-${number}`)]
  accepted(
    await engine.deploy({
      process: "concert",
      data: { kind: "integer", level: "integer", number: "integer" },
      flow: [{ task: "doShow" }],
    }),
  )
  accepted(await engine.deploy({ exlets: Object.fromEntries(names.map((name) => [name, note])) }))
  await engine.stop()
  const store = await openSqliteStore(file)
  const change = { kind: "replaced", first: 1, nodes: rulesOfKinds(1000, 100) } as unknown as JsonObject
  const tree = treeKey("itemPre", "concert/doShow")
  await store.commit({ ...emptyBatch, treeChanges: [{ tree, version: 1, change, at: 0, by: administrator }] })
  await store.close()
}

/** Milliseconds of a lesson from a case that waits. */
async function learning(engine: Engine, index: number): Promise<number> {
  const data = { kind: kindOf(index), level: 50, number: index }
  const { case: id } = accepted(await engine.start("concert", { data }))
  const from = { case: id, item: asItemId(`${id}.i1`) }
  const lesson = { on: "itemPre", at: "concert/doShow", if: `number >= ${index}`, from }
  const start = performance.now()
  accepted(await engine.learn({ ...lesson, then: "handle" }))
  return performance.now() - start
}

/** Lessons for a hundred of the kinds, in no order, two for each. */
const kindOf = (lesson: number): number => ((lesson * 61) % 100) * 10

function inMemory(): Result {
  const tree = treeWith(rulesOfKinds(1000, 100))
  const times = Array.from({ length: lessons }, (_, index) =>
    teaching(tree, { kind: kindOf(index), level: 50, number: index }, `number >= ${index}`),
  )
  return { name: "rules.add.memory", value: rounded(median(times)), unit: "ms" }
}

/** Each rule overrides the one before, and so is compared with its cornerstone. */
function atTheEnd(): Result {
  const tree = treeWith(mixedRules(100_000))
  const shown = { sold: 420, seats: 1000, band: "loud", item: { task: "doShow", data: { weight: 12 } } }
  const names: JsonObject = { ...shown, done: ["bookStadium", "sellTickets"] }
  const measured = Array.from({ length: longestLessons }, (_, index) => ({
    value: teaching(tree, { ...names, number: index }, `number >= ${index}`),
    reference: milliseconds(() => walk(tree, { value: (name) => names[name] })),
  }))
  return comparison("rules.add.longest", "ms", measured)
}

function teaching(tree: Tree, names: JsonObject, source: string): number {
  return milliseconds(() => {
    const condition = read(source)
    const change = refine(tree, {
      condition,
      conclusion: { kind: "exlet", name: "handle" },
      context: { names, results: {}, counts: {}, rounds: {}, past: {} },
    })
    if (isRefusal(change)) throw new Error(change.message)
    applyChange(tree, { version: tree.version + 1, change, at: 0, by: administrator }, () => condition)
  })
}

function milliseconds(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
