import { expect, test } from "vitest"
import { openEngine } from "../../src/main.ts"

async function found(text: string): Promise<readonly string[]> {
  const engine = await openEngine()
  const findings = await engine.verify(text)
  await engine.stop()
  return findings.map(({ code, place }) => `${code} ${place.path}`)
}

/** A build stands still while there is little money; another case may bring more. */
const cars = (shared: boolean, writes: string, frees = "{ on: written(budget), if: budget >= 100.0 }") => `
process: build
data: { budget: { type: number, default: 0, shared: ${shared} } }
flow: [ { task: weld, writes: [] }, { task: paint, writes: [] } ]
---
process: funding
data: { budget: { type: number, shared: ${shared} } }
flow: [ { task: raise, writes: [${writes}] } ]
---
rules:
  - { on: done(weld), at: build, if: budget < 100.0, then: [ { suspend: build } ] }
  - ${frees.replace(" }", ", at: build, then: [ { resume: build } ] }")}
`

test("[SHARE10] a hold that another case of the number can have lifted is not told; one that none can is", async () => {
  expect(await found(cars(true, "budget"))).toEqual([])
  expect(await found(cars(true, ""))).toEqual(["SUSPEND_NEVER_RESUMED rules[0].then[0].suspend"])
  expect(await found(cars(false, "budget"))).toEqual(["SUSPEND_NEVER_RESUMED rules[0].then[0].suspend"])
  expect(await found(cars(false, "", "{ on: done(funding/raise) }"))).toEqual([])
  expect(await found(cars(true, "", "{ on: done(funding) }"))).toEqual([])
})

test("[SHARE10] what is shared may have been written by another case before it is read", async () => {
  const trip = (shared: boolean) => `
process: trip
data: { far: { type: boolean, required: true }, hotel: { type: string, shared: ${shared} } }
flow:
  - choice: where
    cases: [ { when: far, do: [ { task: book, writes: [hotel] } ] }, { otherwise: [ { task: walk, writes: [] } ] } ]
  - { task: pay, reads: { text: "hotel + '!'" }, writes: [] }
`
  expect(await found(trip(true))).toEqual([])
  expect(await found(trip(false))).toEqual(["READ_BEFORE_WRITTEN flow[1]"])
})
