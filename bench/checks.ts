import { join } from "node:path"
import { accepted, type Engine, openEngine } from "../src/main.ts"
import type { JsonObject } from "../src/messages/json.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"
import { itemsPerSecond } from "./three.ts"
import { inFolder } from "./workplace.ts"

const casesPerRound = 500
const warmUps = 10
const rounds = 60

const process = `
process: three
data: { n: integer, amount: { type: number, default: 0 }, customer: string, express: boolean }
flow: [ { task: a }, { task: b }, { task: c } ]`

/** Ten alternatives, none of which holds, so that all ten are looked at: what is measured is the checking, not what follows. */
const conditions = [
  "amount > 5000",
  "express && amount > 950",
  'customer == "nobody"',
  'customer.startsWith("x") && express',
  "amount < 0",
  "amount * 1.2 > 1300",
  "has(n) && n > 3",
  'customer in ["Smith", "Jones"]',
  "!express && amount < 1",
  "amount >= 1000",
]

/**
 * Completed items per second, as `sequence3`, on an engine that checks: `checks.none` has no rules; `checks.elsewhere` has
 * rules, but for another process; `checks.ten` has ten for each of the three tasks. The reference does the same with checking off.
 */
export const checks: Benchmark = {
  name: "checks",
  run: () =>
    inFolder(async (folder): Promise<readonly Result[]> => {
      const open = async (name: string, options: { readonly checks: boolean }, ruled?: string) => {
        const engine = await openEngine({ store: join(folder, `${name}.db`), ...options })
        accepted(await engine.deploy(process))
        if (ruled !== undefined) {
          if (ruled !== "three") accepted(await engine.deploy(process.replace("three", ruled)))
          accepted(await engine.deploy(tenRulesEach(ruled)))
        }
        return engine
      }
      const results: Result[] = []
      for (const { name, ruled } of kinds) {
        // Each is measured beside a reference of its own, opened and used exactly as it is.
        const off = await open(`${name}.off`, { checks: false }, ruled)
        const on = await open(name, { checks: true }, ruled)
        const speeds: Speeds[] = []
        for (let round = 0; round < warmUps + rounds; round++) {
          // Each goes first as often as the other.
          const before = round % 2 === 0 ? await speed(off) : 0
          const value = await speed(on)
          const reference = round % 2 === 0 ? before : await speed(off)
          if (round >= warmUps) speeds.push({ value, reference })
        }
        await off.stop()
        await on.stop()
        results.push(comparison(name, "items/s", speeds))
      }
      return results
    }),
}

const kinds: readonly { readonly name: string; readonly ruled?: string }[] = [
  { name: "checks.none" },
  { name: "checks.elsewhere", ruled: "other" },
  { name: "checks.ten", ruled: "three" },
]

interface Speeds {
  readonly value: number
  readonly reference: number
}

const speed = (engine: Engine): Promise<number> => itemsPerSecond(engine, casesPerRound, dataOf)

const dataOf = (number: number): JsonObject => ({
  amount: number % 1000,
  customer: `customer ${number}`,
  express: number % 2 === 0,
})

function tenRulesEach(process: string): JsonObject {
  return {
    exlets: { note: [{ notify: "bob", text: "have a look" }] },
    rules: ["a", "b", "c"].map((task) => ({
      on: "itemPre",
      at: `${process}/${task}`,
      tree: conditions.map((condition) => ({ if: condition, then: "note" })),
    })),
  }
}
