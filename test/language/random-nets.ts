import fc from "fast-check"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import type { Process } from "../../src/model/net.ts"
import { processOf } from "./random-processes.ts"

/** Small nets of any shape whose every condition is a variable of its own, so that data can lead anywhere. */
export function freeNets(maxTasks = 6): fc.Arbitrary<JsonObject> {
  return fc
    .array(
      fc.record({
        join: fc.constantFrom("and", "xor", "xor", "or"),
        split: fc.constantFrom("and", "xor", "or"),
        to: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 3 }),
        cancels: fc.option(fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 6 }),
        isForward: fc.boolean(),
      }),
      { minLength: 2, maxLength: maxTasks },
    )
    .map((nodes) => {
      const names = nodes.map((_, index) => `t${index}`)
      const data: Record<string, Json> = {}
      const net: Record<string, Json> = { start: { to: ["t0"] }, c: { condition: true, to: names.slice(-2) } }
      nodes.forEach(({ join, split, to, cancels, isForward }, index) => {
        const targets = [...(isForward ? names.slice(index + 1) : names), "c", "end"]
        const reached = [...new Set(to.map((number) => targets[number % targets.length] ?? "end"))]
        const chosen = Object.fromEntries(
          reached.map((target, place) => {
            if (place === reached.length - 1) return [target, "otherwise"]
            data[`v${index}_${place}`] = { type: "boolean", default: false }
            return [target, `v${index}_${place}`]
          }),
        )
        net[`t${index}`] = {
          join,
          ...(split === "and" || reached.length === 1 ? { to: reached } : { split, to: chosen }),
          ...(cancels && { cancels: [...new Set(cancels.map((number) => names[number % names.length] ?? "c"))] }),
        }
      })
      return { loopLimit: 100_000, data, net }
    })
    .filter((body) => processOf(body) !== undefined)
}

export function processFrom(body: JsonObject): Process {
  const process = processOf(body)
  if (process === undefined) throw new Error("it was looked at before")
  return process
}
