import fc from "fast-check"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import { examine } from "../../src/runtime/examining.ts"

const data = {
  n: { type: "integer", default: 0 },
  flag: { type: "boolean", default: false },
  list: { list: "integer", default: [1, 2] },
  sums: { list: "integer", default: [] },
}

/** The processes of a random bundle: the first is started by people, the others are worklets too. */
export const processNames = ["p", "w1", "w2"] as const

/** Small processes in which everything has the same names, so that rules meet them often. */
const flows: readonly (readonly JsonObject[])[] = [
  [{ task: "t1", deadline: "P1D" }, { task: "t2" }, { task: "t3" }],
  [{ parallel: "both", branches: [[{ task: "t1" }], [{ task: "t2", deadline: "PT1H" }]] }, { task: "t3" }],
  [{ while: "loop", when: 'round("loop") < 2', do: [{ task: "t1" }] }, { task: "t2" }, { task: "t3" }],
  [{ activity: "act", do: [{ task: "t1" }, { task: "t2" }] }, { task: "t3" }],
  [{ forEach: "each", in: "list", as: "e", do: [{ task: "t1" }, { task: "t2" }] }, { task: "t3" }],
  [{ first: "either", branches: [[{ task: "t1" }], [{ task: "t2" }]] }, { task: "t3" }],
  [{ program: "t1" }, { task: "t2" }, { task: "t3" }],
  [{ wait: "PT2H" }, { task: "t1", pauseTimers: true, deadline: "PT1H" }, { task: "t2" }, { task: "t3" }],
]

const onItem: readonly JsonObject[] = [
  { suspend: "item" },
  { suspend: "item" },
  { continue: "item" },
  { remove: "item" },
  { restart: "item" },
  { complete: "item" },
  { fail: "item" },
  { skip: "item" },
  { retry: "item" },
  { reassign: "item", to: "ann" },
  { retry: "item", with: "next" },
  { wait: "item" },
  { amend: "item", needs: { role: "clerk" } },
  { amend: "bob", capability: "sign", for: "PT3H" },
]

/** Few can do what they can, so that often nobody is there. */
const organisation: JsonObject = {
  roles: { clerk: {}, boss: { is: "clerk", has: "sign" } },
  units: { house: { manager: "cy" } },
  agents: {
    ann: { roles: "clerk", limit: 1, unit: "house" },
    bob: { roles: "clerk", away: { from: "2026-01-05", to: "2026-01-06", standIn: "ann" } },
    cy: { roles: "boss", limit: 2, unit: "house" },
  },
}

const needed: readonly JsonObject[] = [
  { role: "clerk" },
  { role: "boss", offer: "one" },
  { capability: "sign", offer: "one", accept: true },
  { role: "clerk", notWhoDid: "t1" },
  { role: "clerk", whoDid: "t1", when: "n < 2" },
  { capability: "wings" },
  { role: "clerk", escalate: { after: "PT1H" } },
]

/** What tasks of a number cost: the last often cannot be told. */
const costs: readonly Json[] = [10, "n + 1", "list[n] * 2"]

const bounds: readonly JsonObject[] = [
  { at: "p", budget: 25 },
  { at: "p/t1", budget: "n * 10" },
  { at: "everywhere", budget: 40 },
  { at: { object: "p/n" }, budget: 12 },
  { at: "p/t2", deadline: "PT2H" },
  { at: "everywhere", deadline: "PT9H" },
  { at: "w1", invariant: "n < 2" },
  { at: "p/t1", invariant: "n < 1" },
]

const anywhere: readonly JsonObject[] = [
  { suspend: "case" },
  { continue: "case" },
  { remove: "case" },
  { suspend: "allCases" },
  { continue: "allCases" },
  { suspend: "ancestors" },
  { continue: "ancestors" },
  { remove: "ancestors" },
  { suspend: "w1" },
  { resume: "w1" },
  { resume: "p" },
  { compensate: "w1" },
  { compensate: "w1" },
  { compensate: "w1" },
  { compensate: "w2" },
  { compensate: "w2" },
  { suspend: "case" },
  { continue: "case" },
  { raise: "Trouble" },
  { compensate: ["w1", "w2"] },
  { compensate: { worklet: "w2", with: { n: "n + 1" }, into: { n: "n + 1" } } },
  { compensate: { worklet: "w2", into: { n: "n / 2" } } },
  { start: "w2" },
  { terminate: "w1" },
  { set: { n: "n + 1" } },
  { set: { flag: "!flag" } },
  { set: { n: "list[n]" } },
  { notify: "ann", text: "{{n}}" },
  { raise: "Trouble" },
  { raise: "Alarm" },
  { raise: "whistle" },
  { ask: "Well?", into: "n" },
  { ask: "Sure?", choices: ["yes", "no"] },
  { rollback: "t1" },
  { rollback: "t2" },
]

/** What a process says about how its tasks are undone. */
const undone: readonly JsonObject[] = [
  {},
  { undo: "rollback" },
  { undo: "void" },
  { undo: "none" },
  { undo: { worklet: "w1" } },
  { undo: { worklet: "w2" }, irreversible: true },
]

const conditions = [
  "true",
  "n > 0",
  "n < 2",
  "flag",
  '"t1" in done',
  '"t1" in suspended',
  'count("t1") > 1',
  "list[n] > 1",
]
const caseEvents = [
  ...[
    "casePre",
    "casePost",
    "Alarm",
    "Unforeseen",
    "Trouble",
    "Exception",
    "whistle",
    "Deadlock",
    "RollbackIncomplete",
  ],
  ...["done(t1)", "started(t2)", "aborted(t1)", "written(n)", "done(w1)", "aborted(p)", "done(w1/t1)"],
  ...["message(paid)", "every(PT2H)", "after(PT3H)", "twice", "mixed"],
]
const itemEvents = [
  ...["itemPre", "itemPre", "itemPost", "Timeout", "ItemAbort", "ConstraintViolation", "HandlerFailed"],
  ...["ResourceUnavailable", "Glitch", "started(t1)", "done(t2)", "every(PT1H)", "compensating"],
]

const patterns: JsonObject = {
  twice: { all: ["whistle", "done(t1)"], within: "PT5H" },
  mixed: { sequence: ["Trouble", { any: ["written(n)", "twice", "aborted(t1)"] }] },
}

interface Wish {
  readonly on: number
  readonly at: number
  readonly condition: number
  readonly conclusion: number
}

/** Processes with rules and exlets of all kinds: most of what can go wrong does. */
export function randomBundles(): fc.Arbitrary<JsonObject> {
  const steps = (from: readonly JsonObject[]) =>
    fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 4 }).map(sensible)
  return fc
    .record({
      bodies: fc.tuple(fc.constantFrom(...flows), fc.constantFrom(...flows), fc.constantFrom(...flows)),
      nominated: fc.boolean(),
      isPatterned: fc.boolean(),
      isPriced: fc.boolean(),
      constraints: fc.subarray([...bounds]),
      undone: fc.constantFrom(...undone),
      needs: fc.option(fc.array(fc.constantFrom(...needed), { minLength: 3, maxLength: 3 })),
      itemExlets: fc.array(steps([...onItem, ...onItem, ...anywhere]), { minLength: 3, maxLength: 3 }),
      caseExlets: fc.array(steps(anywhere), { minLength: 3, maxLength: 3 }),
      wishes: fc.array(fc.record({ on: fc.nat(99), at: fc.nat(99), condition: fc.nat(99), conclusion: fc.nat(99) }), {
        minLength: 8,
        maxLength: 20,
      }),
    })
    .map(({ bodies, nominated, isPatterned, undone, isPriced, constraints, needs, itemExlets, caseExlets, wishes }) => {
      const processes = bodies.map((flow, index) => ({
        process: processNames[index] ?? "p",
        data,
        cascadeLimit: 4,
        ...(isPriced && { budget: 30 }),
        ...undone,
        flow: withEach(
          withEach(nominated && index === 0 ? flow.map(nominate) : flow, "needs", needs ?? []),
          "cost",
          isPriced ? costs : [],
        ),
      }))
      const tasks = processes.flatMap(({ process }) => ["t1", "t2", "t3"].map((task) => `${process}/${task}`))
      const exlets = Object.fromEntries([
        ...itemExlets.map((list, index) => [`item${index}`, list]),
        ...caseExlets.map((list, index) => [`case${index}`, list]),
      ])
      return {
        processes,
        exlets,
        exceptions: {
          Alarm: { is: "CaseTrigger" },
          Glitch: { is: "ItemTrigger" },
          Trouble: { is: "Exception" },
        },
        rules: rulesOf(wishes, tasks),
        ...(isPatterned && { patterns }),
        constraints,
        ...(needs && { organisation }),
      } as JsonObject
    })
    .filter((bundle) => !examine(bundle).findings.some(({ severity }) => severity === "error"))
}

/** Every rule has a tree of its own: the first wish for an event at a place is taken. */
function rulesOf(wishes: readonly Wish[], tasks: readonly string[]): readonly JsonObject[] {
  const rules = new Map<string, JsonObject>()
  for (const { on, at, condition, conclusion } of wishes) {
    const test = conditions[condition % conditions.length] ?? "true"
    const isSelection = on % 8 === 0
    const isOnItem = !isSelection && on % 2 === 0
    const event = isSelection ? "select" : pick(isOnItem ? itemEvents : caseEvents, on >> 1)
    const places = isSelection || isOnItem ? [...tasks, "everywhere", "p"] : ["p", "w1", "everywhere"]
    const exlet = `${isOnItem ? "item" : "case"}${conclusion % 3}`
    const worklets = [["w1"], ["w2"], ["w1", "w2"]][conclusion % 3] ?? ["w1"]
    const said = conclusion > 94 ? "nothing" : isSelection ? worklets : exlet
    const place = pick(places, at)
    const shown = test.includes("t1") && place === "everywhere" ? "n < 2" : test
    rules.set(`${event} ${place}`, { on: event, at: place, tree: [{ if: shown, then: said }] })
  }
  return [...rules.values()]
}

/** Leaves out what would be refused: letting go what is not held, acting on what is gone. */
function sensible(steps: readonly JsonObject[]): readonly JsonObject[] {
  const kept: JsonObject[] = []
  const held = new Set<Json>()
  for (const step of steps) {
    if (step.suspend !== undefined) held.add(step.suspend)
    if (step.continue !== undefined && !held.has(step.continue)) continue
    kept.push(step)
    const isEnd = ["remove", "complete", "fail", "skip"].some((verb) => step[verb] !== undefined)
    if (isEnd && step.remove !== "ancestors") break
  }
  return kept.length > 0 ? kept : [{ suspend: "case" }]
}

function nominate(block: JsonObject): JsonObject {
  return block.task === undefined ? block : { ...block, select: true }
}

/** Tasks, however deep, have what is said for their number. */
function withEach<Value extends Json>(value: Value, word: string, said: readonly Json[]): Value {
  if (said.length === 0 || value === null || typeof value !== "object") return value
  if (Array.isArray(value)) return value.map((each) => withEach(each, word, said)) as unknown as Value
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withEach(each, word, said)]))
  const { task } = value as JsonObject
  const own = typeof task === "string" ? said[Number(task.slice(1)) - 1] : undefined
  return (own === undefined ? inner : { ...inner, [word]: own }) as Value
}

const pick = (from: readonly string[], number: number): string => from[number % from.length] ?? ""
