import { afterAll, beforeAll, expect, test } from "vitest"
import { accepted, openEngine } from "../../src/main.ts"
import { openWorld, type World } from "../http/world.ts"

const text = `process: order
data: { express: boolean }
net:
  start: { to: [enter] }
  enter: { split: xor, to: { pack: express, bill: otherwise } }
  pack: { to: [send] }
  bill: { to: [send] }
  send: { join: and, to: [end] }
`
const stuck = {
  code: "NO_OPTION_TO_COMPLETE",
  severity: "warning",
  place: { file: "process.yaml", line: 8, column: 9, path: "net.send" },
  counterexample: [
    { start: "order" },
    { complete: "enter", data: { express: true } },
    { complete: "pack" },
    { expect: { state: "running", exceptions: [{ class: "Deadlock", at: "order" }] } },
  ],
}

let world: World
beforeAll(async () => {
  world = await openWorld({ bundles: [] })
})
afterAll(() => world.close())

test("[VERIFY1] an engine in the same program tells what may go wrong, and how", async () => {
  const engine = await openEngine()
  const found = await engine.verify(text)
  expect(found.map(({ code }) => code).sort()).toEqual(["DEAD_TASK", "NO_OPTION_TO_COMPLETE"])
  expect(found.find(({ code }) => code === stuck.code)).toMatchObject(stuck)
  await engine.stop()
})

test("[VERIFY1] so does a server, to whoever may look", async () => {
  const answer = await world.client().verify({ text })
  if (!answer.ok) throw new Error(answer.rejection.code)
  expect(answer.value.findings.find(({ code }) => code === stuck.code)).toMatchObject(stuck)
})

test("[VERIFY1] deploying does not ask for it", async () => {
  const engine = await openEngine()
  expect(accepted(await engine.deploy(text)).findings).toEqual([])
  await engine.stop()
})

test("[VERIFY1] others get their turn while a large bundle is looked at", async () => {
  const engine = await openEngine()
  const names = Array.from({ length: 9 }, (_, index) => `T${index}`)
  const net = (name: string) => ({
    process: name,
    data: Object.fromEntries(names.map((each) => [each, { type: "boolean", default: false }])),
    net: {
      start: { to: ["S"] },
      S: { split: "or", to: Object.fromEntries(names.map((each) => [`${each}a`, each])) },
      ...Object.fromEntries(names.map((each, index) => [`${each}a`, { to: [index % 2 ? "J" : "K"] }])),
      J: { join: "or", to: ["L"] },
      K: { join: "or", to: ["L"] },
      L: { join: "or", to: ["end"] },
    },
  })
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const found = await engine.verify({ processes: ["p", "q", "r"].map(net) })
  clearInterval(timer)
  expect(found.filter(({ code }) => code === "SOUNDNESS_UNKNOWN").length).toBe(3)
  expect(turns).toBeGreaterThan(3)
  await engine.stop()
})
