import fc from "fast-check"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import { readBundleValues } from "../../src/model/bundle.ts"
import { compileProcess } from "../../src/model/compile.ts"
import type { Process } from "../../src/model/net.ts"

const data = {
  n: { type: "integer", default: 0 },
  flag: { type: "boolean", default: false },
  list: { list: "integer", default: [1, 2] },
  sums: { list: "integer", default: [] },
}

/** A block whose names are still to be given: the same block may stand in several places. */
type Unnamed = (name: (kind: string) => string) => JsonObject

const conditions = ["n > 0", "flag", "n < 3", '"t1" in done', 'count("t1") > 1']

/** Processes in block form. Sound: whoever does all the work reaches the end. */
export function blockProcesses(): fc.Arbitrary<JsonObject> {
  const { flow } = fc.letrec<{ flow: Unnamed[]; block: Unnamed; task: Unnamed }>((tie) => ({
    task: fc
      .record({
        kind: fc.constantFrom("task", "task", "program"),
        deadline: fc.boolean(),
        paused: fc.boolean(),
        alternatives: fc.constantFrom(0, 0, 0, 1, 2),
      })
      .map(
        ({ kind, deadline, paused, alternatives }): Unnamed =>
          (name) => ({
            [kind]: name("t"),
            ...(alternatives > 0 && { alternatives: standIns(alternatives, name) }),
            ...(deadline && { deadline: "P1D" }),
            ...(paused && { pauseTimers: true }),
          }),
      ),
    block: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 6, arbitrary: tie("task") },
      { weight: 1, arbitrary: waits },
      { weight: 2, arbitrary: fc.array(tie("flow"), { minLength: 1, maxLength: 3 }).map(parallel) },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom("choice", "some"), cases(tie("flow"))).map(choice) },
      { weight: 2, arbitrary: fc.array(fc.tuple(tie("task"), tie("flow")), { minLength: 1, maxLength: 2 }).map(first) },
      { weight: 2, arbitrary: fc.tuple(fc.boolean(), tie("flow")).map(loop) },
      { weight: 1, arbitrary: fc.tuple(tie("flow"), fc.nat(3), fc.nat(2)).map(activity) },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.record({ enough: fc.nat(2), dynamic: fc.boolean() }), tie("flow")).map(each),
      },
    ),
    flow: fc.array(tie("block"), { minLength: 1, maxLength: 3 }),
  }))
  return fc
    .tuple(flow, fc.nat(3))
    .map(([blocks, apart]) => ({ loopLimit: 1_000, ...withAside(blocks, apart) }))
    .filter((body) => processOf(body) !== undefined)
}

/** Small nets of any shape: unsafe, unsound, with or-joins, loops and cancellation. Most go wrong in one way or another. */
export function smallNets(maxTasks = 6): fc.Arbitrary<JsonObject> {
  return fc
    .array(
      fc.record({
        join: fc.constantFrom("and", "xor", "or", "or"),
        split: fc.constantFrom("and", "xor", "or"),
        to: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
        cancels: fc.option(fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 4 }),
        condition: fc.nat(2),
      }),
      { minLength: 2, maxLength: maxTasks },
    )
    .map((nodes) => {
      const names = nodes.map((_, index) => `t${index}`)
      const targets = [...names, "c", "end"]
      const pick = (number: number) => targets[number % targets.length] ?? "end"
      const net: Record<string, Json> = { start: { to: ["t0"] }, c: { condition: true, to: names.slice(-2) } }
      nodes.forEach(({ join, split, to, cancels, condition }, index) => {
        const reached = [...new Set(to.map(pick))]
        const chosen = Object.fromEntries(
          reached.map((target, place) => [
            target,
            place === reached.length - 1 ? "otherwise" : (conditions[(condition + place) % 3] ?? "flag"),
          ]),
        )
        net[`t${index}`] = {
          join,
          ...(split === "and" || reached.length === 1 ? { to: reached } : { split, to: chosen }),
          ...(cancels && {
            cancels: [...new Set(cancels.map((number) => names[number % names.length] ?? "c"))],
          }),
        }
      })
      return { loopLimit: 2, net }
    })
    .filter((body) => processOf(body) !== undefined)
}

/** The process a random body stands for; undefined if it cannot run as written. */
export function processOf(body: JsonObject): Process | undefined {
  let wrong = false
  const { definitions, findings } = readBundleValues([{ process: "p", data, ...body }])
  const [found] = definitions
  if (found === undefined || findings.some(({ severity }) => severity === "error")) return undefined
  const process = compileProcess(found.definition, 1, ({ severity }) => {
    if (severity === "error") wrong = true
  })
  return wrong ? undefined : process
}

/** What lies aside ends what it lies aside of, or leads to a task of its own. */
function withAside(blocks: readonly Unnamed[], apart: number): JsonObject {
  const name = namer()
  const flow = blocks.map((block) => block(name))
  const [to] = flow.flatMap(({ task }) => (typeof task === "string" ? [task] : []))
  const aside = [{ task: name("t") }, { task: name("t"), ...(to !== undefined && { then: to }) }].slice(0, apart)
  return { flow, ...(aside.length > 0 && { aside }) }
}

function namer(): (kind: string) => string {
  const counts = new Map<string, number>()
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}${count}`
  }
}

const standIns = (count: number, name: (kind: string) => string): Json[] =>
  [[{ task: name("t") }], [{ parallel: null, branches: [[{ task: name("t") }], [{ task: name("t") }]] }]].slice(
    0,
    count,
  )

const waits = fc.constantFrom<Unnamed>(
  () => ({ wait: "P1D" }),
  () => ({ wait: { message: "paid", key: "n" } }),
)

const inside = (blocks: readonly Unnamed[], name: (kind: string) => string) => blocks.map((block) => block(name))

function parallel(branches: readonly Unnamed[][]): Unnamed {
  return (name) => ({ parallel: name("par"), branches: branches.map((branch) => inside(branch, name)) })
}

function cases(flow: fc.Arbitrary<Unnamed[]>) {
  return fc.tuple(fc.array(fc.tuple(fc.constantFrom(...conditions), flow), { minLength: 1, maxLength: 2 }), flow)
}

function choice([kind, [all, otherwise]]: [string, [[string, Unnamed[]][], Unnamed[]]]): Unnamed {
  return (name) => ({
    [kind]: name(kind),
    cases: [
      ...all.map(([when, blocks]) => ({ when, do: inside(blocks, name) })),
      { otherwise: inside(otherwise, name) },
    ],
  })
}

function first(branches: readonly [Unnamed, Unnamed[]][]): Unnamed {
  return (name) => ({
    first: name("first"),
    branches: branches.map(([head, rest]) => [head(name), ...inside(rest, name)]),
  })
}

function loop([isUntil, blocks]: [boolean, Unnamed[]]): Unnamed {
  return (name) => {
    const own = name("loop")
    const test = isUntil ? { until: `round("${own}") >= 2` } : { when: `round("${own}") < 2` }
    return { while: own, ...test, do: inside(blocks, name) }
  }
}

function activity([blocks, apart, alternatives]: [Unnamed[], number, number]): Unnamed {
  return (name) => ({
    activity: name("act"),
    do: inside(blocks, name),
    ...(apart > 0 && { aside: [{ task: name("t") }] }),
    ...(alternatives > 1 && { alternatives: standIns(2, name) }),
  })
}

function each([{ enough, dynamic }, blocks]: [{ enough: number; dynamic: boolean }, Unnamed[]]): Unnamed {
  return (name) => {
    const own = name("each")
    return {
      forEach: own,
      in: "list",
      as: `e_${own}`,
      do: inside(blocks, name),
      collect: { sums: `e_${own} + n` },
      ...(enough > 0 && { enough }),
      ...(dynamic && { dynamic }),
    }
  }
}
