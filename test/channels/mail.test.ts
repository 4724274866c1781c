import { describe, expect, onTestFinished, test } from "vitest"
import { mail } from "../../src/channels/mail.ts"
import { type Addressed, asAgentId, asCaseId, asFamilyId, type Channel } from "../../src/main.ts"
import { House } from "../runtime/house.ts"
import { smtpSink } from "./smtp-sink.ts"

const never = new AbortController().signal

const letter: Addressed = {
  id: "case1.n7",
  type: "exlet.intervention.opened",
  family: asFamilyId("case1"),
  case: asCaseId("case1"),
  process: "order",
  text: "Shall we pack?",
  at: Date.parse("2026-01-05T09:00:00Z"),
  to: "clerk",
  about: "case1.q7",
  agent: asAgentId("ann"),
  attributes: { email: "ann@shop.example" },
}

function mailTo(smtp: string, more: Partial<Parameters<typeof mail>[0]> = {}): Channel {
  const channel = mail({ smtp, from: "Exlet <exlet@shop.example>", timeout: 2000, ...more })
  onTestFinished(() => void channel.close?.())
  return channel
}

describe("mail", () => {
  test("[NOTIFY15] an agent gets plain text at the address among his attributes, with a link", async () => {
    const sink = await smtpSink()
    const channel = mailTo(sink.url, { publicUrl: "https://exlet.example/" })
    expect(await channel.carry(letter, never)).toEqual({ as: "delivered" })
    const [{ from, to, text } = { from: "", to: [], text: "" }] = sink.mails
    expect([from, to]).toEqual(["exlet@shop.example", ["ann@shop.example"]])
    const end = text.indexOf("\n\n")
    const [head, body] = [text.slice(0, end), text.slice(end + 2)]
    expect(head).toMatch(/^From: Exlet <exlet@shop\.example>$/m)
    expect(head).toMatch(/^Subject: Shall we pack\?$/m)
    expect(head).toMatch(/^Content-Type: text\/plain/m)
    expect(body.trimEnd()).toBe(
      [
        "Shall we pack?",
        "",
        "Process: order",
        "Case: case1",
        "Question: case1.q7",
        "",
        "https://exlet.example/api/v1/interventions/case1.q7",
      ].join("\n"),
    )
  })

  test("[NOTIFY15] the same letter has the same message id, however often it is sent", async () => {
    const sink = await smtpSink()
    const channel = mailTo(sink.url)
    await channel.carry(letter, never)
    await channel.carry(letter, never)
    await channel.carry({ ...letter, agent: asAgentId("bob") }, never)
    const ids = sink.mails.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1])
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false])
  })

  test.each([undefined, "", 7, "ann", "ann@shop.example, eve@shop.example", "ann@shop.example\nBcc: eve@shop.example"])(
    "[NOTIFY10] an agent whose address is %j is not written to",
    async (email) => {
      const sink = await smtpSink()
      const attributes = email === undefined ? {} : { email }
      expect(await mailTo(sink.url).carry({ ...letter, attributes }, never)).toEqual({ as: "unaddressed" })
      expect(sink.mails).toEqual([])
    },
  )

  test("[NOTIFY15] a text of many lines is no header", async () => {
    const sink = await smtpSink()
    await mailTo(sink.url).carry({ ...letter, text: "Pack\r\nBcc: eve@shop.example\n\nnow" }, never)
    expect(sink.mails[0]?.to).toEqual(["ann@shop.example"])
    expect(sink.mails[0]?.text).toMatch(/^Subject: Pack$/m)
  })

  test("[NOTIFY16] a server that refuses, is silent or is not there is a failure; an address it will never take is the last", async () => {
    const refusing = await smtpSink(() => 451)
    const rejecting = await smtpSink(() => 550)
    const silent = await smtpSink(() => "silence")
    const outcomes = [
      await mailTo(refusing.url).carry(letter, never),
      await mailTo(rejecting.url).carry(letter, never),
      await mailTo(silent.url, { timeout: 200 }).carry(letter, never),
      await mailTo("smtp://127.0.0.1:1").carry(letter, never),
    ]
    expect(outcomes.map((each) => [each.as, "isFinal" in each])).toEqual([
      ["failed", false],
      ["failed", true],
      ["failed", false],
      ["failed", false],
    ])
  })

  test("[NOTIFY15] [NOTIFY7] what a mail server would not take comes later, and once", async () => {
    const sink = await smtpSink((_, number) => (number === 1 ? 451 : 250))
    const house = await House.open(
      `
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { notify: clerk, text: Pack it } ] } ]
organisation:
  roles: { clerk: {} }
  agents:
    ann: { roles: [ clerk ], attributes: { email: ann@shop.example } }
    bob: { roles: [ clerk ] }
`,
      { channels: [mail({ smtp: sink.url, from: "exlet@shop.example", timeout: 2000 })] },
    )
    await house.start("order")
    await house.engine.idle()
    expect((await house.engine.deliveries()).map(({ agent, attempts }) => [agent, attempts])).toEqual([["ann", 1]])
    await house.clock.advance("PT5S")
    expect([sink.mails.map(({ to }) => to), await house.engine.deliveries()]).toEqual([
      [["ann@shop.example"], ["ann@shop.example"]],
      [],
    ])
  })
})
