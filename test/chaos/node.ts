import { stopOnSignal } from "../../src/http/serve.ts"
import { type Clock, machineClock } from "../../src/main.ts"
import { channelsFrom, openServer } from "../../src/server.ts"

export interface NodeSettings {
  readonly store: string
  readonly port: number
  readonly webhook: string
  /** By how many milliseconds its clock is ahead. */
  readonly ahead: number
}

/** A node as a process of its own, with a clock that is wrong and with a program of its own: what `exlet serve` has not. */
const settings = JSON.parse(process.argv[2] ?? "") as NodeSettings
const server = await openServer({
  store: settings.store,
  mode: "development",
  clock: ahead(settings.ahead),
  limits: { rate: 0 },
  channels: channelsFrom({ webhooks: [{ name: "hook", url: settings.webhook }] }),
})
server.engine.worker("mailer", async ({ key }) => ({ sent: key }), { lease: 4000 })
const served = await server.listen({ port: settings.port, grace: 2000 })
stopOnSignal(served)
process.stderr.write(`Exlet listens at ${served.url}.\n`)

function ahead(milliseconds: number): Clock {
  return {
    now: () => machineClock.now() + milliseconds,
    at: (moment, callback, aside) => machineClock.at(moment - milliseconds, callback, aside),
  }
}
