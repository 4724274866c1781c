import { pino } from "pino"
import { expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { channelsFrom, openServer } from "../../src/server.ts"
import { httpSink } from "./http-sink.ts"
import { smtpSink } from "./smtp-sink.ts"

const bundle = `
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { notify: ann, text: Pack it } ] } ]
organisation: { agents: { ann: { attributes: { email: ann@shop.example } } } }
`

test("[NOTIFY19] a server tells people by the channels it is configured with, counts that, and logs no secret", async () => {
  const [hooks, mails] = [await httpSink((_, number) => (number === 1 ? 500 : 200)), await smtpSink()]
  const lines: string[] = []
  const server = await openServer({
    mode: "development",
    log: pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }),
    channels: channelsFrom({
      webhooks: [{ url: `${hooks.url}?token=s3cret`, secret: "s3cret", types: ["exlet.notification"], name: "shop" }],
      smtp: mails.url,
      mailFrom: "exlet@shop.example",
      publicUrl: "https://exlet.example",
    }),
  })
  accepted(await server.engine.deploy(bundle))
  accepted(await server.engine.start("order"))
  await server.engine.idle()
  expect([hooks.posted.length, mails.mails.map(({ to }) => to)]).toEqual([1, [["ann@shop.example"]]])
  const page = (await server.app.inject("/metrics")).body
  expect(page).toContain('exlet_deliveries_total{channel="shop",outcome="failed"} 1')
  expect(page).toContain('exlet_deliveries_total{channel="mail",outcome="delivered"} 1')
  expect(page).toContain('exlet_outbox{channel="shop",given_up="false"} 1')
  await server.close()
  expect(lines.join("")).toContain("answered 500")
  expect(lines.join("")).not.toContain("s3cret")
})

test("[NOTIFY19] without mail and webhooks there are no channels", () => {
  expect(channelsFrom({})).toEqual([])
  expect(channelsFrom({ smtp: "smtp://mail.example" })).toEqual([])
})
