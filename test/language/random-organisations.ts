import fc from "fast-check"
import type { JsonObject } from "../../src/messages/json.ts"

/** Small organisations and processes in which many things collide, and what may happen to them. */

export const agents = ["ann", "bob", "cy", "dee"] as const
const roles = ["clerk", "judge", "boss"] as const
const tokens = ["read", "sign", "rule"] as const
const units = ["house", "court", "shop"] as const
export const tasks = ["a", "b", "c", "d"] as const
/** The moment all stories begin at, and the day that absences are counted from. */
export const beginning = "2026-01-05T09:00:00Z"

const some = <Name extends string>(names: readonly Name[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: most })

const day = (number: number): string => new Date(Date.parse(beginning) + number * 86_400_000).toISOString()

const absences = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 2 }), fc.option(fc.constantFrom(...agents)))
  .map(([from, long, standIn]) => ({ from: day(from), to: day(from + long), ...(standIn && { standIn }) }))

const agent = fc
  .record(
    {
      roles: some(roles, 2),
      capabilities: some(tokens, 2),
      unit: fc.constantFrom(...units),
      limit: fc.constantFrom(1, 2),
      away: fc.array(absences, { maxLength: 1 }),
      cost: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ["roles", "capabilities"] },
  )
  .map((entry) => entry as JsonObject)

const withoutSelf = (name: string, entry: JsonObject): JsonObject => ({
  ...entry,
  ...(Array.isArray(entry.away) && { away: entry.away.filter((absence) => (absence as JsonObject).standIn !== name) }),
})

export const staff = fc.record(Object.fromEntries(agents.map((name) => [name, agent]))).map((all) => ({
  roles: { clerk: {}, judge: { is: "clerk" }, boss: { is: ["judge"], has: "sign" } },
  capabilities: { rule: { from: 'has("sign") && (plays("judge") || has("read"))' } },
  units: { house: {}, court: { in: "house" }, shop: { in: "house" } },
  agents: Object.fromEntries(Object.entries(all).map(([name, entry]) => [name, withoutSelf(name, entry)])),
}))

const needs = (others: readonly string[]) =>
  fc
    .record(
      {
        role: fc.constantFrom(...roles),
        capability: fc.constantFrom(...tokens),
        unit: fc.constantFrom(...units),
        notWhoDid: fc.constantFrom(...others),
        offer: fc.constantFrom("all", "one"),
        accept: fc.boolean(),
        order: fc.constantFrom("leastLoaded", "roundRobin", "cheapest", "fastest", "longestIdle"),
      },
      { requiredKeys: [] },
    )
    .map((written) => written as JsonObject)

/** Two tasks, then two beside each other, all of it in a loop of at most two rounds. */
export const workplaces = fc
  .tuple(staff, fc.tuple(...tasks.map((task) => fc.option(needs(tasks.filter((other) => other !== task))))))
  .map(([organisation, needed]) => {
    const task = (index: number) => ({ task: tasks[index] ?? "", ...(needed[index] && { needs: needed[index] }) })
    const loop = {
      until: "round('rounds') >= 2",
      do: [task(0), task(1), { parallel: null, branches: [[task(2)], [task(3)]] }],
    }
    return {
      needs: new Map(tasks.map((name, index) => [name, needed[index] ?? undefined])),
      organisation: organisation as JsonObject,
      bundle: { process: "p", flow: [{ while: "rounds", ...loop }], organisation } as unknown as JsonObject,
    }
  })

export type Workplace = typeof workplaces extends fc.Arbitrary<infer Value> ? Value : never

/** `aim` picks an item, `who` an agent. */
export type Doing =
  | {
      readonly do: "start" | "complete" | "decline" | "accept" | "hand-back" | "retry"
      readonly aim: number
      readonly who: number
    }
  | { readonly do: "delegate" | "reassign"; readonly aim: number; readonly who: number; readonly to: string }
  | { readonly do: "change"; readonly agent: string; readonly entry: JsonObject }
  | { readonly do: "advance"; readonly hours: number }
  | { readonly do: "begin" | "crash" }

const anAgent = fc.constantFrom(...agents)
const aimed = { aim: fc.nat({ max: 100 }), who: fc.nat({ max: 100 }) }

export const doings: fc.Arbitrary<readonly Doing[]> = fc.array(
  fc.oneof(
    {
      weight: 20,
      arbitrary: fc.record({ do: fc.constantFrom("complete" as const, "start" as const), ...aimed }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom("decline" as const, "accept" as const, "hand-back" as const, "retry" as const),
        ...aimed,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom("delegate" as const, "reassign" as const),
        ...aimed,
        to: anAgent,
      }),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(anAgent, agent)
        .map(([name, entry]) => ({ do: "change" as const, agent: name, entry: withoutSelf(name, entry) })),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("advance" as const), hours: fc.integer({ min: 1, max: 30 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ do: "begin" as const }) },
    { weight: 1, arbitrary: fc.constant({ do: "crash" as const }) },
  ),
  { minLength: 5, maxLength: 40 },
)

/** Whether somebody is qualified and there, worked out from what is written, the slow way. */
export class Written {
  readonly #organisation: { readonly [kind: string]: { readonly [name: string]: JsonObject } }

  constructor(organisation: JsonObject) {
    this.#organisation = organisation as never
  }

  with(agent: string, entry: JsonObject): Written {
    const { agents: before, ...rest } = this.#organisation
    return new Written({ ...rest, agents: { ...before, [agent]: entry } } as JsonObject)
  }

  entry(agent: string): JsonObject {
    return this.#organisation.agents?.[agent] ?? {}
  }

  meets(agent: string, needs: JsonObject): boolean {
    const played = this.#roles(agent)
    return (
      (needs.role === undefined || played.has(String(needs.role))) &&
      (needs.capability === undefined || this.#has(agent, String(needs.capability))) &&
      (needs.unit === undefined || this.#units(agent).includes(String(needs.unit)))
    )
  }

  isAway(agent: string, now: number): boolean {
    const away = (this.entry(agent).away ?? []) as readonly { from: string; to: string }[]
    return away.some(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to))
  }

  limit(agent: string): number {
    return Number(this.entry(agent).limit ?? Number.POSITIVE_INFINITY)
  }

  #roles(agent: string): ReadonlySet<string> {
    const found = new Set((this.entry(agent).roles ?? []) as readonly string[])
    for (const role of found)
      for (const is of [this.#organisation.roles?.[role]?.is ?? []].flat()) found.add(String(is))
    return found
  }

  #units(agent: string): readonly string[] {
    const unit = this.entry(agent).unit
    return unit === undefined ? [] : unit === "house" ? ["house"] : [String(unit), "house"]
  }

  #has(agent: string, token: string): boolean {
    const held = (this.entry(agent).capabilities ?? []) as readonly string[]
    const roles = this.#roles(agent)
    if (held.includes(token)) return true
    if (token === "sign") return roles.has("boss")
    if (token === "rule") return this.#has(agent, "sign") && (roles.has("judge") || this.#has(agent, "read"))
    return false
  }
}
