import { createHmac } from "node:crypto"
import { describe, expect, test } from "vitest"
import { signature } from "../../src/channels/signature.ts"
import { webhook } from "../../src/channels/webhook.ts"
import { type Addressed, asCaseId, asFamilyId } from "../../src/main.ts"
import { House } from "../runtime/house.ts"
import { httpSink } from "./http-sink.ts"

const never = new AbortController().signal

const letter: Addressed = {
  id: "case1.n7",
  type: "exlet.notification",
  family: asFamilyId("case1"),
  case: asCaseId("case1"),
  process: "order",
  text: "It is packed",
  at: Date.parse("2026-01-05T09:00:00Z"),
  to: "clerk",
}

describe("webhooks", () => {
  test("[NOTIFY13] a letter is posted as a CloudEvent, with an id, a time and a signature over both", async () => {
    const sink = await httpSink(() => 204)
    const channel = webhook({ url: sink.url, secret: "s3cret", publicUrl: "https://exlet.example" })
    expect(await channel.carry(letter, never)).toEqual({ as: "delivered" })
    const [{ headers, body } = { headers: {}, body: "" }] = sink.posted
    expect(JSON.parse(body)).toEqual({
      specversion: "1.0",
      id: "case1.n7",
      source: "https://exlet.example",
      type: "exlet.notification",
      subject: "case1",
      time: "2026-01-05T09:00:00.000Z",
      datacontenttype: "application/json",
      data: { family: "case1", case: "case1", process: "order", text: "It is packed", to: "clerk" },
    })
    const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signed } = headers
    expect([headers["content-type"], id]).toEqual(["application/cloudevents+json", "case1.n7"])
    expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60)
    const mac = createHmac("sha256", "s3cret").update(`${id}.${seconds}.${body}`).digest("base64")
    expect(signed).toBe(`v1,${mac}`)
  })

  test("[NOTIFY13] signatures are those of Standard Webhooks", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    expect(signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    )
  })

  test("[NOTIFY13] a digest says how many it stands for", async () => {
    const sink = await httpSink(() => 200)
    await webhook({ url: sink.url }).carry({ ...letter, more: 37 }, never)
    const { text, more } = JSON.parse(sink.posted[0]?.body ?? "{}").data
    expect([text, more, sink.posted[0]?.headers["webhook-signature"]]).toEqual([
      "It is packed (and 37 more like it)",
      37,
      undefined,
    ])
  })

  test.each([
    [500, { as: "failed", message: "answered 500" }],
    [404, { as: "failed", message: "answered 404" }],
    [410, { as: "failed", message: "answered 410", isFinal: true }],
    [302, { as: "failed", message: "answered 302: redirects are not followed" }],
  ])("[NOTIFY14] an answer of %i is a failure, and no redirect is followed", async (status, outcome) => {
    const sink = await httpSink(() => status)
    expect(await webhook({ url: sink.url }).carry(letter, never)).toEqual(outcome)
    expect(sink.posted.length).toBe(1)
  })

  test("[NOTIFY14] nobody there, and nobody who answers in time, are failures", async () => {
    const silent = await httpSink(() => undefined)
    const slow = webhook({ url: silent.url, timeout: 50 })
    expect(await slow.carry(letter, never)).toEqual({ as: "failed", message: "not answered within 50 ms" })
    const nobody = webhook({ url: "http://127.0.0.1:1/hook" })
    expect(await nobody.carry(letter, never)).toEqual({ as: "failed", message: expect.stringMatching(/./) })
  })

  test("[NOTIFY14] what is not an http address is none, and names hold no secrets", () => {
    expect(() => webhook({ url: "file:///etc/passwd" })).toThrow(TypeError)
    expect(() => webhook({ url: "https://ann:secret@hooks.example/" })).toThrow(TypeError)
    for (const secret of ["", "whsec_", "whsec_!!!"])
      expect(() => webhook({ url: "https://hooks.example/", secret })).toThrow(TypeError)
    expect(webhook({ url: "https://hooks.example/T0/s3cret" }).name).toMatch(/^webhook-hooks\.example-[0-9a-f]{6}$/)
  })

  test("[NOTIFY7] [NOTIFY13] a sink that is down for a while gets everything once it is up, each under its own id", async () => {
    let isUp = false
    const sink = await httpSink(() => (isUp ? 200 : 503))
    const house = await House.open(
      `
process: order
data: { amount: integer }
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { notify: ann, text: 'Pack {{amount}}' } ] } ]
`,
      { channels: [webhook({ url: sink.url })] },
    )
    for (const amount of [1, 2, 3]) await house.start("order", { amount })
    await house.engine.idle()
    await house.clock.advance("PT10S")
    expect((await house.engine.deliveries()).map(({ attempts, error }) => [attempts, error])).toEqual([
      [2, "answered 503"],
      [2, "answered 503"],
      [2, "answered 503"],
    ])
    isUp = true
    await house.crash()
    await house.clock.advance("PT1M")
    expect(await house.engine.deliveries()).toEqual([])
    const ids = sink.posted.map(({ headers }) => headers["webhook-id"])
    expect([ids.length, new Set(ids).size, new Set(ids.slice(-3)).size]).toEqual([9, 3, 3])
  })
})
