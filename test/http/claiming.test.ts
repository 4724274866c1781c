import { once } from "node:events"
import type { Socket } from "node:net"
import { describe, expect, test } from "vitest"
import { connect } from "../../src/client.ts"
import type { Asking } from "../../src/http/handler.ts"
import { programs } from "../../src/http/handlers/programs.ts"
import { accepted, openEngine } from "../../src/main.ts"
import { openPlace } from "./place.ts"
import { dial, listening } from "./sockets.ts"

/** Programs ask over a real connection; whatever is done between the engine's answer and the door's is done to the first of them. */
async function openOffice(meanwhile: (first: Socket, asking: Asking) => unknown) {
  const engine = await openEngine()
  accepted(await engine.deploy("process: charge\nflow: [ { program: charge, worker: charger } ]"))
  let first: Socket | undefined
  const { app } = await openPlace(
    { engine },
    {
      claim: async (input, asking) => {
        const told = await programs.claim(input, asking)
        const socket = first
        first = undefined
        if (socket !== undefined) await meanwhile(socket, asking)
        return told
      },
    },
  )
  const { port, url } = await listening(app)
  const ask = async () => {
    const socket = await dial(port)
    first = socket
    const closed = once(socket, "close")
    const body = '{"limit":2,"lease":86400000}'
    const head = "POST /api/v1/workers/charger/claim HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await closed
  }
  return { engine, url, ask }
}

describe("what is claimed for somebody who has gone", () => {
  const goings = {
    "just before he is answered": (socket: Socket) => {
      socket.destroy()
    },
    "and whose going was noticed": async (socket: Socket, { signal }: Asking) => {
      const noticed = once(signal, "abort")
      socket.destroy()
      await noticed
    },
    "with a reset": (socket: Socket) => {
      socket.resetAndDestroy()
    },
  }

  test.each(Object.entries(goings))("[HTTP27] %s is given to the next at once", async (_, goes) => {
    const { engine, url, ask } = await openOffice(goes)
    const cases = [accepted(await engine.start("charge")).case, accepted(await engine.start("charge")).case]
    await ask()
    const next = connect({ url })
    const got: string[] = []
    while (got.length < 2) {
      const told = await next.claim({ worker: "charger", limit: 2, wait: 60_000 })
      if (told.ok) got.push(...told.value.rows.map((row) => row.case))
    }
    expect(got.toSorted()).toEqual(cases.toSorted())
  })

  test("[HTTP27] what was handed over stays his", async () => {
    const { engine, ask } = await openOffice((socket) => {
      socket.once("data", () => socket.destroy())
    })
    accepted(await engine.start("charge"))
    await ask()
    await engine.idle()
    expect((await engine.items()).map(({ status }) => status)).toEqual(["started"])
  })
})
