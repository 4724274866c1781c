import { join } from "node:path"
import { accepted, type Engine, openEngine } from "../src/main.ts"
import type { JsonObject } from "../src/messages/json.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"
import { itemsPerSecond } from "./three.ts"
import { inFolder } from "./workplace.ts"

const casesPerRound = 1500
const rounds = 15

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
      const off = await open("off", { checks: false })
      const measured = [
        { name: "checks.none", engine: await open("none", { checks: true }), speeds: [] as Speeds[] },
        {
          name: "checks.elsewhere",
          engine: await open("elsewhere", { checks: true }, "other"),
          speeds: [] as Speeds[],
        },
        { name: "checks.ten", engine: await open("ten", { checks: true }, "three"), speeds: [] as Speeds[] },
      ]
      for (let round = 0; round <= rounds; round++) {
        for (const { engine, speeds } of measured) {
          // Each goes first as often as the other.
          const before = round % 2 === 0 ? await speed(off) : 0
          const value = await speed(engine)
          const reference = round % 2 === 0 ? before : await speed(off)
          // The first round warms all up.
          if (round > 0) speeds.push({ value, reference })
        }
      }
      for (const engine of [off, ...measured.map((each) => each.engine)]) await engine.stop()
      return measured.map(({ name, speeds }) => comparison(name, "items/s", speeds))
    }),
}

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
