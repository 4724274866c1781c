import { Client as PgClient } from "pg"
import { expect, onTestFinished, test } from "vitest"
import { injectedFetch } from "../../src/cli/injected-fetch.ts"
import { connect } from "../../src/client.ts"
import { openServer } from "../../src/server.ts"
import { aboutToTake, nextPosition } from "../../src/store/postgres/positions.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { concert } from "../runtime/house.ts"

const server = postgresServer()
let store = ""

/** Servers on one database, and a client for each. */
async function threeServers() {
  store = await server().newStore()
  const servers = await Promise.all([1, 2, 3].map(() => openServer({ store, mode: "development" })))
  onTestFinished(async () => {
    for (const each of servers) await each.close()
  })
  return servers.map(({ app }) => connect({ url: "http://localhost", fetch: injectedFetch(app) }))
}

test("[NODE15] servers on one database are one: a concert is moved, each request to another of them", async () => {
  const clients = await threeServers()
  let turn = 0
  const next = () => {
    const client = clients[turn++ % clients.length]
    if (client === undefined) throw new Error("there is no client")
    return client
  }
  const itemFor = async (of: string, task: string) => {
    const { rows } = accepted(await next().items({ live: true }))
    const found = rows.find((item) => item.case.startsWith(of) && item.task === task)
    if (found === undefined) throw new Error(`there is no ${task}`)
    return found.id
  }
  accepted(await next().deploy({ text: concert }))
  const { case: show } = accepted(await next().start({ process: "concert" }))
  accepted(await next().completeItem({ item: await itemFor(show, "sell"), data: { sold: 10 } }))
  accepted(await next().completeItem({ item: await itemFor(show, "book"), data: { venue: "club", seating: 12 } }))
  accepted(await next().completeItem({ item: await itemFor(show, "show") }))
  accepted(await next().completeItem({ item: await itemFor(show, "settle") }))
  const views = await Promise.all(clients.map(async (client) => accepted(await client.case({ case: show }))))
  expect(views.map(({ state, data }) => ({ state, venue: data.venue }))).toEqual([
    { state: "completed", venue: "club" },
    { state: "completed", venue: "club" },
    { state: "completed", venue: "club" },
  ])
  expect(accepted(await next().server({})).store).toBe("postgres")
})

test("[NODE18] a server on a database verifies a bundle together with what another has deployed", async () => {
  const [one, other] = await threeServers()
  if (one === undefined || other === undefined) throw new Error("there is no client")
  accepted(await one.deploy({ text: concert, reason: "the tour" }))
  const rule = (scope: string) => `
exlets: { think-again: [ { suspend: item } ] }
rules: [ { on: itemPre, at: ${scope}, tree: [ { if: sold < 5, then: think-again } ] } ]`
  const errors = async (scope: string) =>
    accepted(await other.verify({ text: rule(scope) })).findings.filter(({ severity }) => severity === "error").length
  expect([await errors("concert/show"), await errors("circus/show")]).toEqual([0, 1])
  expect(accepted(await other.process({ process: "concert" })).reason).toBe("the tour")
})

test("[NODE25] a position that was shown is beyond the end nowhere, though something before it is still being written", async () => {
  const [one, other] = await threeServers()
  if (one === undefined || other === undefined) throw new Error("there is no client")
  accepted(await one.deploy({ text: concert }))
  const slow = new PgClient(store)
  await slow.connect()
  await slow.query("BEGIN")
  await slow.query(aboutToTake.sql)
  await slow.query(`SELECT ${nextPosition}`)
  const { case: family } = accepted(await one.start({ process: "concert" }))
  const { rows } = accepted(await one.entries({ family }))
  const shown = rows[0]?.position ?? 0
  expect(shown).toBeGreaterThan(1)
  expect(accepted(await other.entries({ after: shown })).rows).toEqual([])
  await slow.query("ROLLBACK")
  await slow.end()
  expect(accepted(await other.entries({ after: shown - 1 })).rows.map(({ position }) => position)).toEqual([shown])
})

function accepted<Value>(
  told: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly rejection: { message: string } },
): Value {
  if (!told.ok) throw new Error(told.rejection.message)
  return told.value
}
