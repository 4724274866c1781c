import { once } from "node:events"
import { describe, expect, onTestFinished, test } from "vitest"
import { connect } from "../../src/client.ts"
import { accepted, administrator } from "../../src/main.ts"
import { openServer } from "../../src/server.ts"
import { told } from "./world.ts"

/** A server with a key of ann's that can be revoked, and another one. */
async function openHouse() {
  const server = await openServer({ mode: "production" })
  const { engine, keys } = server
  accepted(await engine.deploy("process: charge\nflow: [ { program: charge, worker: charger } ]"))
  const [ann, bob] = [
    accepted(await keys.createKey({ agent: "ann" }, administrator)),
    accepted(await keys.createKey({ agent: "bob" }, administrator)),
  ]
  const arrivals = new EventTarget()
  server.app.addHook("preHandler", async () => void arrivals.dispatchEvent(new Event("asked")))
  const { url, stop } = await server.listen({ port: 0, grace: 500 })
  onTestFinished(stop)
  return {
    ...{ engine, url, ann, bob },
    asked: () => once(arrivals, "asked"),
    revoke: async () => accepted(await keys.revokeKey(ann.row.id)),
  }
}

describe("a key that is revoked", () => {
  test("[HTTP28] a stream opened with it tells nothing more", async () => {
    const { engine, url, ann, revoke } = await openHouse()
    const headers = { authorization: `Bearer ${ann.secret}` }
    const { body } = await fetch(`${url}/api/v1/events?live=true`, { headers })
    const parts = body?.pipeThrough(new TextDecoderStream()).getReader()
    await parts?.read()
    await revoke()
    accepted(await engine.start("charge"))
    let text = ""
    for (let part = await parts?.read(); part?.value !== undefined; part = await parts?.read()) text += part.value
    expect(text.match(/^event: .*/gm)).toEqual(["event: end"])
  })

  test("[HTTP28] a claim that waits with it is given nothing, and told so; the next is given it", async () => {
    const { engine, url, ann, bob, asked, revoke } = await openHouse()
    const arrived = asked()
    const waiting = connect({ url, token: ann.secret }).claim({ worker: "charger", wait: 60_000 })
    await arrived
    await revoke()
    const { case: id } = accepted(await engine.start("charge"))
    expect(await waiting).toMatchObject({ ok: false, status: 401, rejection: { code: "NOT_SIGNED_IN" } })
    const next = told(await connect({ url, token: bob.secret }).claim({ worker: "charger", wait: 60_000 }))
    expect(next.rows.map((row) => [row.case, row.attempt])).toEqual([[id, 1]])
  })
})
