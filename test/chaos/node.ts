import { stopOnSignal } from "../../src/http/serve.ts"
import { clockShowing } from "../../src/runtime/clock.ts"
import { channelsFrom, openServer } from "../../src/server.ts"

export interface NodeSettings {
  readonly store: string
  readonly port: number
  readonly webhook: string
  /** By how many milliseconds its clock is ahead when it starts. */
  readonly ahead: number
}

/** A node as a process of its own, with a clock that is wrong and can be set, and with a program of its own: what `exlet serve` has not. */
const settings = JSON.parse(process.argv[2] ?? "") as NodeSettings
let { ahead } = settings
process.on("message", (told: { readonly ahead: number }) => {
  ahead = told.ahead
})
process.channel?.unref()
const server = await openServer({
  store: settings.store,
  mode: "development",
  clock: clockShowing(() => Date.now() + ahead),
  limits: { rate: 0 },
  channels: channelsFrom({ webhooks: [{ name: "hook", url: settings.webhook }] }),
})
server.engine.worker("mailer", async ({ key }) => ({ sent: key }), { lease: 4000 })
const served = await server.listen({ port: settings.port, grace: 2000 })
stopOnSignal(served)
process.stderr.write(`Exlet listens at ${served.url}.\n`)
