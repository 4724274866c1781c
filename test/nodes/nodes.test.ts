import { describe, expect, test } from "vitest"
import { accepted, asItemId, type Engine, familyOf, type RecordedEntry, type Store } from "../../src/main.ts"
import { Shards } from "../../src/store/postgres/shards.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { said } from "../contracts/start-postgres.ts"
import { concert, lesson } from "../runtime/house.ts"
import { Cluster, itemOf, nodesAreMissed } from "./cluster.ts"

const server = postgresServer()

const order = `
process: order
data: { amount: { type: integer, default: 0 } }
flow: [ { task: approve, deadline: P2D }, { task: pay }, { task: ship } ]
`

describe("any node", () => {
  test("[NODE1] takes any command for any family, and sees what the others have done", async () => {
    const cluster = await Cluster.open(server(), 3)
    accepted(await cluster.node(0).deploy(order))
    const cases = await Promise.all([0, 1, 2].map((by) => cluster.start("order", {}, by)))
    for (const [step, task] of ["approve", "pay", "ship"].entries())
      for (const [index, id] of cases.entries()) {
        const node = cluster.node(index + step)
        const item = await itemOf(node, id, task)
        accepted(await node.completeItem(item.id, {}, { by: "ann" }))
        expect((await cluster.node(index + step + 1).case(id))?.items.map((row) => row.task)).toContain(task)
      }
    for (const node of cluster.nodes)
      expect((await Promise.all(cases.map((id) => node.case(id)))).map((view) => view?.state)).toEqual([
        "completed",
        "completed",
        "completed",
      ])
  })

  test("[NODE2] decides anew where another was first: of two that complete an item one is refused", async () => {
    const cluster = await Cluster.open(server(), 3)
    accepted(await cluster.node(0).deploy(order))
    const id = await cluster.start("order")
    const item = await itemOf(cluster.node(1), id, "approve")
    const answers = await Promise.all(cluster.nodes.map((node) => node.completeItem(item.id, {}, { by: "ann" })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const completed = (await eventsOf(cluster.node(2))).filter(
      (event) => event.type === "ItemCompleted" && event.item === item.id,
    )
    expect(completed).toHaveLength(1)
  })

  test("[NODE3] may be asked for the same family by many at once: nothing is lost", async () => {
    const cluster = await Cluster.open(server(), 3)
    const tasks = Array.from({ length: 12 }, (_, index) => `t${index}`)
    const branches = tasks.map((task) => `[ { task: ${task} } ]`).join(", ")
    accepted(await cluster.node(0).deploy(`process: many\nflow: [ { parallel: all, branches: [ ${branches} ] } ]`))
    const id = await cluster.start("many")
    const answers = await Promise.all(
      tasks.map(async (task, index) => {
        const node = cluster.node(index)
        return node.completeItem((await itemOf(node, id, task)).id, {}, { by: "ann" })
      }),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect((await cluster.node(1).case(id))?.state).toBe("completed")
  })

  test("[NODE26] of many at one family none is refused because the others were first, and who asks about another family is answered meanwhile", async () => {
    const cluster = await Cluster.open(server(), 8)
    accepted(await cluster.node(0).deploy("process: busy\ndata: { by: string }\nflow: [ { task: wait } ]"))
    const id = await cluster.start("busy")
    await cluster.quiet()
    const rounds = [1, 2, 3, 4, 5, 6]
    const answers = await Promise.all(
      cluster.nodes.map(async (node, index) => {
        const own: boolean[] = []
        for (const round of rounds) {
          const [one, other] = await Promise.all([
            node.setData(id, { by: `${index} ${round}` }, { by: "ann" }),
            node.start("busy", { by: "ann" }),
          ])
          own.push(one.ok, other.ok)
        }
        return own
      }),
    )
    expect(answers.flat()).toEqual(Array(8 * 2 * rounds.length).fill(true))
    const entries = await cluster.node(3).entries({ family: familyOf(id) })
    expect(entries.filter(({ command }) => command === "SetData").length).toBe(8 * rounds.length)
  })

  test("[NODE4] answers what is asked twice under a key as the other did, and does it once", async () => {
    const cluster = await Cluster.open(server(), 3)
    accepted(await cluster.node(0).deploy(order))
    await cluster.quiet()
    const answers = await Promise.all(cluster.nodes.map((node) => node.start("order", { by: "ann", key: "only once" })))
    const cases = new Set(answers.map((answer) => accepted(answer).case))
    expect([cases.size, (await cluster.node(0).cases()).length]).toEqual([1, 1])
  })
})

describe("case numbers", () => {
  const car = "process: fabrication\nflow: [ { task: weld } ]\n---\nprocess: cancellation\nflow: [ { task: stop } ]"

  test.each([{}, { shards: 4 }])(
    "[NUMBER4] of starts at several nodes under one new number one begins the family, and the others join it (%o)",
    async (options) => {
      const cluster = await Cluster.open(server(), 3, {}, options)
      accepted(await cluster.node(0).deploy(car))
      await cluster.quiet()
      for (let round = 0; round < 8; round++) {
        const number = `VIN-${round}`
        const starts = cluster.nodes.flatMap((node) =>
          ["fabrication", "cancellation"].map((p) => node.start(p, { number })),
        )
        const cases = (await Promise.all(starts)).map((answer) => accepted(answer).case)
        expect(new Set(cases.map(familyOf)).size).toBe(1)
        expect(await cluster.node(round).cases({ number })).toHaveLength(6)
      }
    },
    60_000,
  )

  test("[NUMBER8] a step at one node starts a process in the family another node has begun under the number", async () => {
    const cluster = await Cluster.open(server(), 2)
    const bundle = `${car}\n---\nrules: [ { on: stop, at: fabrication, then: [ { start: cancellation, case: event.number } ] } ]`
    accepted(await cluster.node(0).deploy(bundle))
    await cluster.quiet()
    const here = accepted(await cluster.node(0).start("fabrication", { number: "VIN-1" })).case
    const there = accepted(await cluster.node(1).start("fabrication", { number: "VIN-2" })).case
    for (const number of ["VIN-2", "VIN-3"])
      accepted(await cluster.node(0).raise({ class: "stop", case: here, with: { number } }))
    await cluster.quiet()
    const found = await cluster.node(1).cases({ process: "cancellation" })
    expect(found.map(({ number }) => number).toSorted()).toEqual(["VIN-2", "VIN-3"])
    expect(found.find(({ number }) => number === "VIN-2")?.family).toBe(familyOf(there))
  })
})

describe("definitions", () => {
  test("[NODE5] a rule learnt at one node decides at the others as soon as that is acknowledged", async () => {
    const cluster = await Cluster.open(server(), 2)
    const [one, other] = [cluster.node(0), cluster.node(1)]
    accepted(await one.deploy(concert, { by: "ann" }))
    const sellOut = async (node: Engine, sold: number) => {
      const id = accepted(await node.start("concert", { by: "ann" })).case
      accepted(await node.completeItem((await itemOf(node, id, "sell")).id, { sold }, { by: "ann" }))
      return id
    }
    const few = await sellOut(other, 10)
    const { id: item } = await itemOf(other, few, "show")
    accepted(await one.learn(lesson("sold < 20", "cancel", { case: few, item })))
    // Nothing is waited for: the very next decision knows it.
    expect((await other.case(await sellOut(other, 12)))?.state).toBe("removed")
    expect(other.tree("itemPre concert/show")).toEqual(one.tree("itemPre concert/show"))
  })

  test("[NODE6] edits at several nodes at once come one after the other, and all nodes end with the same", async () => {
    const cluster = await Cluster.open(server(), 3)
    const named = (name: string) => `process: ${name}\nflow: [ { task: do } ]`
    const answers = await Promise.all(
      ["a", "b", "c", "a2", "b2", "c2"].map((name, index) => cluster.node(index).deploy(named(name))),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    await cluster.quiet()
    const [first, ...others] = cluster.nodes.map((node) =>
      node
        .processes()
        .map(({ name }) => name)
        .sort(),
    )
    expect(first).toEqual(["a", "a2", "b", "b2", "c", "c2"])
    for (const names of others) expect(names).toEqual(first)
  })

  test("[NODE7] who lost a right at one node has lost it at all", async () => {
    const cluster = await Cluster.open(server(), 2)
    const [one, other] = [cluster.node(0), cluster.node(1)]
    const people = (rights: string) => `
organisation:
  roles: { boss: {}, clerk: {} }
  agents: { ann: { roles: [boss] }, bob: { roles: [clerk] } }
  permissions: { boss: [see, do, administer], clerk: [${rights}] }
`
    accepted(await one.deploy(`${order}---${people("see, do")}`))
    expect((await other.start("order", { by: "bob" })).ok).toBe(true)
    accepted(await one.deploy(people("see"), { by: "ann" }))
    const refused = await other.start("order", { by: "bob" })
    expect(refused.ok ? "started" : refused.rejection.code).toBe("NOT_PERMITTED")
  })

  test("[NODE8] worklists are alike at all nodes, also when somebody has come or gone", async () => {
    const cluster = await Cluster.open(server(), 2)
    const [one, other] = [cluster.node(0), cluster.node(1)]
    accepted(
      await one.deploy(`
process: claim
flow: [ { task: check, needs: { role: clerk } } ]
---
organisation: { roles: { clerk: {} }, agents: { ann: { roles: [clerk] } } }
`),
    )
    const id = await cluster.start("claim", {}, 1)
    const lists = async (agent: string) =>
      Promise.all(cluster.nodes.map(async (node) => (await node.worklist(agent)).map((row) => row.case)))
    expect(await lists("ann")).toEqual([[id], [id]])
    expect(await lists("bob")).toEqual([[], []])
    accepted(await other.deploy("organisation: { agents: { bob: { roles: [clerk] } } }"))
    expect(await lists("bob")).toEqual([[id], [id]])
  })
})

test("[NODE16] what is known of a process besides is known at all nodes: why it was deployed, and whether it is removed", async () => {
  const cluster = await Cluster.open(server(), 2)
  const [one, other] = [cluster.node(0), cluster.node(1)]
  accepted(await one.deploy(order, { by: "ann", reason: "the first shop" }))
  accepted(await one.deploy(order.replace("P2D", "P3D"), { by: "ann", reason: "more time" }))
  await other.abreast()
  const told = (node: Engine) =>
    node.processes().map(({ version, reason, isRemoved }) => ({ version, reason, isRemoved }))
  const deployed = [
    { version: 1, reason: "the first shop", isRemoved: false },
    { version: 2, reason: "more time", isRemoved: false },
  ]
  expect(told(other)).toEqual(deployed)
  expect(told(await cluster.join())).toEqual(deployed)
  accepted(await other.removeProcess("order", { by: "ann", reason: "closed" }))
  await one.abreast()
  expect(told(one)).toEqual(deployed.map((row) => ({ ...row, isRemoved: true })))
  expect(one.net("order")).toEqual(other.net("order"))
})

test("[NODE17] lists and numbers are alike at all nodes, whichever of them a case is in trouble at", async () => {
  const cluster = await Cluster.open(server(), 2)
  accepted(await cluster.node(0).deploy(order))
  const late = await cluster.start("order", {}, 0)
  await cluster.clock.advance("P3D")
  await cluster.quiet()
  const fine = await cluster.start("order", {}, 1)
  for (const node of cluster.nodes) {
    const found = async (query: object) => (await node.cases(query)).map(({ id, exceptions }) => ({ id, exceptions }))
    expect(await found({ order: "newest" })).toEqual([
      { id: fine, exceptions: 0 },
      { id: late, exceptions: 1 },
    ])
    expect(await found({ exception: "Timeout" })).toEqual([{ id: late, exceptions: 1 }])
    expect(await node.overview()).toMatchObject([{ process: "order", running: 2, trouble: 1 }])
    expect(await node.taskCounts("order", 1)).toMatchObject({ rows: [{ task: "approve" }] })
  }
})

describe("what happens by itself", () => {
  test("[NODE9] a timer rings once, whichever node has armed it, and though that one is gone", async () => {
    const cluster = await Cluster.open(server(), 3, {}, nodesAreMissed)
    accepted(await cluster.node(0).deploy(order))
    const ids = [await cluster.start("order", {}, 0), await cluster.start("order", {}, 1)]
    await cluster.kill(cluster.node(0))
    await cluster.quiet()
    await cluster.clock.advance("P3D")
    await cluster.quiet()
    const late = (await eventsOf(cluster.node(0))).filter((event) => event.type === "ExceptionRaised")
    expect(late.map((event) => event.type === "ExceptionRaised" && event.class)).toEqual(["Timeout", "Timeout"])
    for (const id of ids)
      expect((await cluster.node(1).case(id))?.exceptions.map(({ class: name }) => name)).toEqual(["Timeout"])
  })

  test("[NODE10] whoever follows the history at one node gets what all of them do, in order and without gaps", async () => {
    const cluster = await Cluster.open(server(), 3)
    accepted(await cluster.node(0).deploy(order))
    const entries: RecordedEntry[] = []
    const following = (async () => {
      for await (const entry of cluster.node(2).history()) {
        entries.push(entry)
        if (entries.length === 30) return
      }
    })()
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => cluster.start("order", {}, index)))
    await following
    const positions = entries.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    expect(entries.map(({ family }) => String(family)).toSorted()).toEqual(ids.map(String).toSorted())
  })

  test("[NODE11] a program at one node does what was given to it at another, each item once", async () => {
    const cluster = await Cluster.open(server(), 3)
    accepted(
      await cluster
        .node(0)
        .deploy("process: mail\ndata: { sent: boolean }\nflow: [ { program: send, worker: mailer, writes: [sent] } ]"),
    )
    const sent: string[] = []
    for (const node of cluster.nodes.slice(1))
      node.worker("mailer", async ({ id }) => {
        sent.push(id)
        return { sent: true }
      })
    const ids = await Promise.all(Array.from({ length: 20 }, () => cluster.start("mail", {}, 0)))
    await expect
      .poll(async () => (await cluster.node(0).cases({ state: "completed" })).length, { timeout: 20_000 })
      .toBe(ids.length)
    expect(sent.toSorted()).toEqual(ids.map((id) => asItemId(`${id}.i1`)).toSorted())
  })

  test("[NODE12] what the program of a node that is gone was called for is taken over, with the same key and attempt", async () => {
    const cluster = await Cluster.open(server(), 1, {}, nodesAreMissed)
    accepted(await cluster.node(0).deploy("process: mail\nflow: [ { program: send, worker: mailer } ]"))
    const calls: unknown[] = []
    const doomed = cluster.node(0)
    const called = new Promise<void>((resolve) => {
      doomed.worker(
        "mailer",
        ({ key, attempt }) => {
          calls.push({ key, attempt })
          resolve()
          return new Promise(() => {})
        },
        { lease: 2000 },
      )
    })
    const id = await cluster.start("mail")
    await called
    const heir = await cluster.join()
    await cluster.kill(doomed)
    heir.worker("mailer", ({ key, attempt }) => {
      calls.push({ key, attempt })
      return {}
    })
    await cluster.clock.advance("PT1M")
    await expect.poll(async () => (await heir.case(id))?.state, { timeout: 20_000 }).toBe("completed")
    expect(calls).toEqual([
      { key: `${id}.i1`, attempt: 1 },
      { key: `${id}.i1`, attempt: 1 },
    ])
    expect((await heir.case(id))?.exceptions).toEqual([])
  })
})

test("[NODE19] a heartbeat for an attempt that is over at another node leaves the lease of the next one alone", async () => {
  const cluster = await Cluster.open(server(), 1)
  const other = cluster.node(0)
  accepted(await other.deploy("process: mail\nflow: [ { program: send, worker: mailer } ]"))
  const id = await cluster.start("mail")
  // Just before the first node writes, the other hears that the attempt has failed, and gives out the next.
  let meanwhile: (() => Promise<void>) | undefined
  const first = async () => {
    const doing = meanwhile
    meanwhile = undefined
    await doing?.()
  }
  const one = await cluster.join({}, (store) => overtaken(store, first))
  const [old] = accepted(await one.claim("mailer", { lease: 60_000 })).rows
  const item = asItemId(`${id}.i1`)
  let next: unknown
  meanwhile = async () => {
    accepted(await other.reportFailure(item, 1, "no paper"))
    accepted(await other.retryItem(item))
    next = accepted(await other.claim("mailer", { lease: 30_000 })).rows[0]
  }
  await one.heartbeat(item, 1, { lease: 3_600_000 })
  const now = cluster.clock.now()
  expect([old, next]).toMatchObject([{ attempt: 1 }, { attempt: 2, leaseUntil: now + 30_000 }])
  expect(
    await said(cluster.address, "SELECT attempt::integer, due_at::float FROM alarms WHERE kind = 'lease'"),
  ).toEqual([{ attempt: 2, due_at: now + 30_000 }])
  const late = await one.heartbeat(item, 1)
  expect(late.ok ? "prolonged" : late.rejection.code).toBe("ATTEMPT_OVER")
})

test("[NODE14] no agent is given more than his limit, whatever nodes give out at the same moment", async () => {
  const cluster = await Cluster.open(server(), 3)
  accepted(
    await cluster.node(0).deploy(`
process: claim
flow: [ { task: check, needs: { role: clerk, offer: one } } ]
---
organisation: { roles: { clerk: {} }, agents: { ann: { roles: [clerk], limit: 4 }, bob: { roles: [clerk], limit: 3 } } }
`),
  )
  await cluster.quiet()
  await Promise.all(Array.from({ length: 15 }, (_, index) => cluster.start("claim", {}, index)))
  await cluster.quiet()
  const held = (await cluster.node(1).items({ live: true })).flatMap(({ agent }) => agent ?? [])
  expect([held.filter((agent) => agent === "ann").length, held.filter((agent) => agent === "bob").length]).toEqual([
    4, 3,
  ])
})

test("[NODE20] where the database is spread over several machines, whatever is committed about families is in one place", async () => {
  const cluster = await Cluster.open(server(), 2, {}, { shards: 4 })
  accepted(
    await cluster.node(0).deploy(`
process: order
data: { amount: { type: integer, default: 0 }, sent: { type: boolean, default: false } }
flow: [ { task: approve, deadline: P2D }, { program: send, worker: mailer, writes: [sent] }, { task: pay } ]
`),
  )
  cluster.node(1).worker("mailer", async () => ({ sent: true }))
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, index) => cluster.start("order", { amount: index * 10 }, index)),
  )
  await cluster.quiet()
  await Promise.all(
    ids.map(async (id, index) => {
      const node = cluster.node(index)
      if (index % 3 > 0) accepted(await node.completeItem((await itemOf(node, id, "approve")).id, {}, { by: "ann" }))
    }),
  )
  await cluster.quiet()
  await cluster.clock.advance("P3D")
  await cluster.quiet()
  const open = await cluster.node(0).exceptions()
  expect(open.map((row) => `${row.class} at ${row.at}`)).toEqual(Array.from({ length: 8 }, () => "Timeout at approve"))
  expect((await cluster.node(1).items({ task: "pay", live: true })).length).toBe(16)
  expect(await placesOf(cluster.address)).toEqual([])
})

/** Which transactions have written in several shards. */
async function placesOf(address: string): Promise<readonly string[]> {
  const shards = Shards.alike(4)
  const tables = await said(
    address,
    "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'family_id' AND table_schema = current_schema()",
  )
  const places = new Map<string, Set<number>>()
  for (const { name } of tables as readonly { name: string }[])
    for (const row of await said(address, `SELECT xmin::text AS transaction, family_id FROM ${name}`)) {
      const { transaction, family_id } = row as { transaction: string; family_id: string }
      places.set(transaction, (places.get(transaction) ?? new Set()).add(shards.of(family_id)))
    }
  expect(places.size).toBeGreaterThan(10)
  return [...places].filter(([, found]) => found.size > 1).map(([transaction]) => transaction)
}

/** A store to which something is done first whenever it is written to. */
function overtaken(store: Store, first: () => Promise<void>): Store {
  const { nodes } = store
  if (nodes === undefined) throw new Error("it is not shared")
  return {
    ...store,
    async commit(batch) {
      await first()
      return store.commit(batch)
    },
    nodes: {
      ...nodes,
      async prolongLeases(leases) {
        if (leases.length > 0) await first()
        await nodes.prolongLeases(leases)
      },
    },
  }
}

async function eventsOf(node: Engine) {
  return (await node.entries({ limit: 10_000 })).flatMap(({ events }) => events)
}
