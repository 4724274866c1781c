import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { examples } from "../../src/cli/examples.ts"
import { accepted, openEngine } from "../../src/main.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import type { Deployable } from "../../src/runtime/examining.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { openMemoryStore } from "../../src/store/memory/store.ts"

const orders = { process: "order", data: { amount: "integer" }, flow: [{ task: "pack" }] }
const repertoire = {
  ...orders,
  exlets: { wait: [{ suspend: "item" }], stop: [{ remove: "case" }] },
  rules: [{ on: "itemPre", at: "order/pack", tree: [{ if: "amount > 5", then: "wait" }] }],
  organisation: { roles: { clerk: {} }, agents: { ann: { roles: ["clerk"], capabilities: ["sign"] } } },
}

const guide = [...readFileSync("docs/guide.md", "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = ""]) => text,
)

async function whatIsDeployed(): Promise<readonly Deployable[]> {
  return [...(await examples()).map(({ files }) => files), repertoire, ...guide]
}

test("[DEPLOY8] the same again is told what a fresh look would tell", async () => {
  let many = 0
  for (const what of await whatIsDeployed()) {
    const disk = newMemoryDisk()
    const engine = await openEngine({ store: openMemoryStore(disk) })
    if (!(await engine.deploy(what)).ok) continue
    const again = accepted(await engine.deploy(what))
    await engine.stop()
    const fresh = await openEngine({ store: openMemoryStore(disk) })
    expect(again).toEqual(accepted(await fresh.deploy(what)))
    const { findings: _, ...parts } = again
    expect(
      Object.values(parts)
        .flat()
        .filter(({ isNew }) => isNew),
    ).toEqual([])
    await fresh.stop()
    many++
  }
  expect(many).toBeGreaterThan(5)
})

test("[DEPLOY8] the same again is not looked at, and other content is", async () => {
  let looked = 0
  const counting = (): JsonObject => ({
    ...orders,
    get title() {
      looked++
      return "Order"
    },
  })
  const engine = await openEngine()
  accepted(await engine.deploy(counting()))
  const first = looked
  accepted(await engine.deploy(counting()))
  expect([first > 1, looked - first]).toEqual([true, 1])
  accepted(await engine.deploy({ ...orders, title: "Another" }))
  expect(accepted(await engine.deploy(counting())).processes).toEqual([{ name: "order", version: 3, isNew: true }])
})

test("[DEPLOY8] whatever has come into force since is looked at", async () => {
  const engine = await openEngine()
  accepted(await engine.deploy(repertoire))
  accepted(await engine.deploy(repertoire))
  accepted(await engine.removeRule("itemPre order/pack", 1, { by: "ann" }))
  expect(accepted(await engine.deploy(repertoire)).findings.map(({ code }) => code)).toContain("TREE_DIFFERS")
  accepted(await engine.removeProcess("order"))
  accepted(await engine.deploy(repertoire))
  accepted(await engine.start("order"))
  accepted(await engine.deploy({ organisation: { agents: { ann: { roles: [] } } } }))
  expect(accepted(await engine.deploy(repertoire)).organisation).toContainEqual(
    expect.objectContaining({ name: "agent ann", isNew: true }),
  )
})

test("[DEPLOY9] while a large bundle is checked, others have their turns", async () => {
  const tree = Array.from({ length: 20_000 }, (_, number) => ({ if: `amount == ${number}`, then: "stop" }))
  const rules = [{ on: "itemPre", at: "order/pack", tree }]
  const engine = await openEngine()
  const turnsDuring = async (work: Promise<unknown>) => {
    let [turns, isOver] = [0, false]
    const done = work.finally(() => {
      isOver = true
    })
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
    await done
    return turns
  }
  const bundle = { ...repertoire, rules }
  expect(await turnsDuring(engine.verify(bundle))).toBeGreaterThan(8)
  expect(await turnsDuring(engine.deploy(bundle))).toBeGreaterThan(8)
})
