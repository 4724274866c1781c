import { expect, test } from "vitest"
import { connect } from "../../src/client.ts"
import { openEngine } from "../../src/main.ts"
import { openServer } from "../../src/server.ts"
import { told as toldBy } from "./world.ts"

/** Held before the second, and never let go. */
const files = [
  {
    name: "trip.yaml",
    text: `
process: trip
data: { cost: number }
flow: [ { task: choose, writes: [cost] }, { task: travel } ]
exlets:
  think-again: [ { suspend: item } ]
rules:
  - on: itemPre
    at: trip/travel
    tree: [ { if: cost > 500, then: think-again } ]
`,
  },
]

test("[RULECHECK6] a server verifies in a thread of its own, finds the same, and answers others meanwhile", async () => {
  const server = await openServer({ mode: "development" })
  const { url, stop } = await server.listen({ port: 0, grace: 100 })
  const client = connect({ url })
  const ended: string[] = []
  const verified = client.verify({ files }).finally(() => ended.push("verified"))
  await client.server().finally(() => ended.push("answered"))
  const told = toldBy(await verified)
  const engine = await openEngine()
  const findings = await engine.verify(files)
  expect(told.findings).toEqual(JSON.parse(JSON.stringify(findings)))
  expect([ended, told.findings.length > 0]).toEqual([["answered", "verified"], true])
  await engine.stop()
  await stop()
})

test("[RULECHECK15] a short verification does not wait for a long one", async () => {
  const server = await openServer({ mode: "development" })
  const { url, stop } = await server.listen({ port: 0, grace: 100 })
  const client = connect({ url })
  const tasks = Array.from({ length: 3000 }, (_, index) => `  - { task: t${index}, writes: [cost] }`)
  const ended: string[] = []
  const long = client
    .verify({ text: `process: long\ndata: { cost: number }\nflow:\n${tasks.join("\n")}\n` })
    .finally(() => ended.push("long"))
  await client.verify({ text: "process: short\nflow: [ { task: a } ]\n" }).finally(() => ended.push("short"))
  await long
  expect(ended).toEqual(["short", "long"])
  await stop()
}, 120_000)

test("[RULECHECK15] a thread that is asked again knows what has come into force since, on each server", async () => {
  const servers = await Promise.all([1, 2].map(() => openServer({ mode: "development" })))
  const listening = await Promise.all(servers.map((server) => server.listen({ port: 0, grace: 100 })))
  const [one, other] = listening.map(({ url }) => connect({ url }))
  if (one === undefined || other === undefined) throw new Error("two servers are listening")
  const bundle = {
    rules: [
      { on: "itemPre", at: "trip/travel", title: "The road is blocked. ".repeat(1_500), if: "true", then: "stop" },
    ],
  }
  const codes = async (client: typeof one) => toldBy(await client.verify({ bundle })).findings.map(({ code }) => code)
  const trip = { process: "trip", flow: [{ task: "travel" }] }
  toldBy(await one.deploy({ bundle: trip }))
  expect(await codes(one)).toEqual(["UNKNOWN_EXLET"])
  toldBy(await one.deploy({ bundle: { exlets: { stop: [{ remove: "case" }] } } }))
  expect(await codes(one)).toEqual([])
  expect(await codes(other)).toEqual(["UNKNOWN_PROCESS", "UNKNOWN_EXLET"])
  expect(await codes(one)).toEqual([])
  toldBy(await other.deploy({ bundle: { ...trip, exlets: { stop: [{ remove: "case" }] } } }))
  expect([await codes(other), await codes(one)]).toEqual([[], []])
  await Promise.all(listening.map(({ stop }) => stop()))
})
