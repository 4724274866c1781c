import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { openWorld, told, type World } from "./world.ts"

const bundle = `
process: order
flow: [ { task: check }, { task: pack } ]
---
process: secret
flow: [ { task: check } ]
---
rules:
  - { on: itemPre, at: order/check, then: [ { notify: clerk, text: Check it } ] }
  - { on: itemPre, at: secret/check, then: [ { notify: clerk, text: Psst } ] }
  - { on: itemPre, at: order/pack, then: [ { suspend: item } ] }
organisation:
  roles: { clerk: {}, boss: {}, guest: {} }
  agents: { ann: { roles: [ clerk ] }, bob: { roles: [ clerk ] }, eve: { roles: [ boss ] }, fay: { roles: [ guest ] } }
  permissions: { clerk: { do: [ order ] }, boss: [ administer, see, do, intervene ], guest: { see: [ secret ] } }
`

let world: World

beforeAll(async () => {
  world = await openWorld({
    development: false,
    bundles: [bundle],
    keys: {
      ann: { agent: "ann" },
      "ann-in-order": { agent: "ann", processes: ["order"] },
      bob: { agent: "bob" },
      eve: { agent: "eve" },
      fay: { agent: "fay" },
    },
  })
  for (const process of ["order", "secret"]) accepted(await world.engine.start(process))
  await world.engine.idle()
})
afterAll(() => world.close())

const textsOf = async (key: string, agent: string) =>
  told(await world.client(key).notifications({ agent })).rows.map(({ text, readAt }) => [text, readAt !== undefined])

describe("notifications over HTTP", () => {
  test("[NOTIFY17] everybody sees his own and nobody else's, but for who administers", async () => {
    const own = [
      ["Psst", false],
      ["Check it", false],
    ]
    expect(await textsOf("ann", "ann")).toEqual(own)
    expect(await textsOf("eve", "ann")).toEqual(own)
    for (const verb of ["notifications", "markRead"] as const) {
      const got = await world.client("bob")[verb]({ agent: "ann" })
      expect(got.ok ? "given" : [got.status, got.rejection.code]).toEqual([403, "NOT_PERMITTED"])
    }
  })

  test("[NOTIFY17] a key that is good for some processes only shows nothing of the others", async () => {
    expect(await textsOf("ann-in-order", "ann")).toEqual([["Check it", false]])
  })

  test("[NOTIFY1] [NOTIFY17] who has read something has read it, and the others have not", async () => {
    const [newest] = told(await world.client("bob").notifications({ agent: "bob", limit: 1 })).rows
    expect(told(await world.client("bob").markRead({ agent: "bob", notifications: [newest?.id ?? ""] }))).toEqual({
      read: 1,
    })
    expect(await textsOf("bob", "bob")).toEqual([
      ["Psst", true],
      ["Check it", false],
    ])
    const unread = told(await world.client("bob").notifications({ agent: "bob", unread: true })).rows
    expect(unread.map(({ text }) => text)).toEqual(["Check it"])
    expect(told(await world.client("bob").markRead({ agent: "bob" }))).toEqual({ read: 1 })
    expect(await textsOf("ann", "ann")).toEqual([
      ["Psst", false],
      ["Check it", false],
    ])
  })

  test("[NOTIFY18] what has not arrived is for who administers, and so is trying again", async () => {
    expect(told(await world.client("eve").deliveries({}))).toEqual({ rows: [] })
    expect(told(await world.client("eve").resend({ deliveries: ["nothing"] }))).toEqual({ resent: 0 })
    const nobody = await world.client("eve").resend({ channel: "pigeons" })
    expect(nobody.ok ? "given" : [nobody.status, nobody.rejection.code]).toEqual([404, "CHANNEL_NOT_FOUND"])
    const nothing = await world.client("eve").resend({})
    expect(nothing.ok ? "given" : [nothing.status, nothing.rejection.code]).toEqual([400, "REQUEST_INVALID"])
    for (const verb of ["deliveries", "resend"] as const) {
      const got = await world.client("ann")[verb]({})
      expect(got.ok ? "given" : got.rejection.code).toBe("NOT_PERMITTED")
    }
  })
})

describe("what stands still, over HTTP", () => {
  test("[WATCH8] is shown to who may see it, page by page", async () => {
    const [check] = (await world.engine.items({ process: "order", live: true })) as never[] as { id: never }[]
    accepted(await world.engine.completeItem(check?.id as never))
    await world.engine.idle()
    const { rows, next } = told(await world.client("eve").stalled({}))
    expect([rows.map(({ at, reason }) => [at, reason]), next]).toEqual([[["pack", "held"]], undefined])
    const first = told(await world.client("eve").stalled({ limit: 1 }))
    const second = told(await world.client("eve").stalled({ limit: 1, after: first.next ?? "" }))
    expect([...first.rows, ...second.rows]).toEqual(rows)
    const got = await world.client("ann").stalled({})
    expect(got.ok ? got.value.rows : got.rejection.code).toBe("NOT_PERMITTED")
    expect(told(await world.client("fay").stalled({})).rows).toEqual([])
    const wrong = await world.client("eve").stalled({ after: "x" })
    expect(wrong.ok ? "given" : wrong.status).toBe(400)
  })
})
