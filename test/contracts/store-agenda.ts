import { expect } from "vitest"
import type { AlarmChange } from "../../src/store/port.ts"
import type { storeTests } from "./store-home.ts"
import { aBatch, aCase, anExpectation, anItem, aProgram, caseId, family, idsOf, itemId, timerId } from "./store-rows.ts"

export function agendaContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE25] alarms due by now come by due time, then by id", async (store) => {
    await store.commit(
      aBatch({ alarms: [timer("b", 5), timer("a", 6), timer("c", 4), timer("a", 5, 2), timer("d", 7)] }),
    )
    const due = await store.dueAlarms(6, 10)
    expect(due).toEqual([
      { family: "c", kind: "timer", timer: "c.t1", dueAt: 4 },
      { family: "a", kind: "timer", timer: "a.t2", dueAt: 5 },
      { family: "b", kind: "timer", timer: "b.t1", dueAt: 5 },
      { family: "a", kind: "timer", timer: "a.t1", dueAt: 6 },
    ])
    expect(await store.dueAlarms(6, 2)).toEqual(due.slice(0, 2))
    expect(await store.dueAlarms(3, 10)).toEqual([])
  })

  storeTest("[STORE26] the end of a lease names the item and the attempt", async (store) => {
    const lease = { family: family("f"), id: itemId("f", 1), kind: "lease", dueAt: 5, attempt: 2 } as const
    await store.commit(aBatch({ alarms: [lease] }))
    expect(await store.dueAlarms(5, 10)).toEqual([{ family: "f", kind: "lease", item: "f.i1", attempt: 2, dueAt: 5 }])
  })

  storeTest("[STORE27] an alarm set again moves, and one without a time is off", async (store) => {
    await store.commit(aBatch({ alarms: [timer("f", 5), timer("g", 6)] }))
    await store.commit(aBatch({ alarms: [timer("f", 8), off("g"), off("nobody")] }))
    expect(await store.dueAlarms(100, 10)).toEqual([{ family: "f", kind: "timer", timer: "f.t1", dueAt: 8 }])
    await store.commit(aBatch({ alarms: [timer("f", 9), off("f"), off("g"), timer("g", 3)] }))
    expect(await store.dueAlarms(100, 10)).toEqual([{ family: "g", kind: "timer", timer: "g.t1", dueAt: 3 }])
  })

  storeTest("[STORE110] the end of a lease is switched off for its attempt, and stays for another", async (store) => {
    const lease = (attempt: number, dueAt?: number): AlarmChange => {
      return { family: family("f"), id: itemId("f", 1), kind: "lease", attempt, ...(dueAt !== undefined && { dueAt }) }
    }
    await store.commit(aBatch({ alarms: [lease(2, 5)] }))
    await store.commit(aBatch({ alarms: [lease(1)] }))
    expect(await store.nextAlarmAt()).toBe(5)
    await store.commit(aBatch({ alarms: [lease(3, 8), lease(1), lease(2)] }))
    expect(await store.nextAlarmAt()).toBe(8)
    await store.commit(aBatch({ alarms: [lease(3)] }))
    expect(await store.nextAlarmAt()).toBeUndefined()
  })

  storeTest("[STORE28] the next alarm is the earliest, due or not", async (store) => {
    expect(await store.nextAlarmAt()).toBeUndefined()
    await store.commit(aBatch({ alarms: [timer("f", 9), timer("g", 6)] }))
    expect(await store.nextAlarmAt()).toBe(6)
    await store.commit(aBatch({ alarms: [off("g"), off("f")] }))
    expect(await store.nextAlarmAt()).toBeUndefined()
  })

  storeTest("[STORE29] a program is offered its live enabled items that nothing holds, oldest first", async (store) => {
    const ready = [
      aProgram("z", 1, { enabledAt: 1 }),
      aProgram("a", 10, { enabledAt: 2 }),
      aProgram("a", 2, { enabledAt: 2 }),
    ]
    const others = [
      aProgram("f", 1, { held: true }),
      aProgram("f", 2, { status: "started" }),
      aProgram("f", 3, { live: false, status: "enabled" }),
      aProgram("f", 4, { worker: "printer" }),
      anItem("f", 5),
    ]
    await store.commit(aBatch({ items: [...others, ...ready.toReversed()] }))
    expect(await store.readyItems("mailer", undefined, 10)).toEqual(ready)
    expect(await store.readyItems("mailer", undefined, 2)).toEqual(ready.slice(0, 2))
    expect(await store.readyItems("nobody", undefined, 10)).toEqual([])
  })

  storeTest("[STORE30] ready items go on after any item the store knows, else from the beginning", async (store) => {
    const [first, second, third] = [1, 2, 3].map((number) => aProgram("f", number, { enabledAt: 10 * number }))
    await store.commit(aBatch({ items: [first, second, third].filter((row) => row !== undefined) }))
    await store.commit(aBatch({ items: [aProgram("f", 1, { enabledAt: 10, status: "started" })] }))
    expect(await store.readyItems("mailer", itemId("f", 1), 10)).toEqual([second, third])
    expect(await store.readyItems("mailer", itemId("f", 2), 10)).toEqual([third])
    expect(await store.readyItems("mailer", itemId("f", 9), 10)).toEqual([second, third])
  })

  storeTest("[STORE31] leased items are the live started ones of a program, held or not", async (store) => {
    const leased = [
      aProgram("f", 2, { status: "started", attempt: 1 }),
      aProgram("f", 1, { status: "started", held: true, enabledAt: 2000 }),
    ]
    const others = [
      aProgram("f", 3),
      aProgram("f", 4, { status: "started", live: false }),
      aProgram("f", 5, { status: "started", worker: "printer" }),
    ]
    await store.commit(aBatch({ items: [...others, ...leased.toReversed()] }))
    expect(await store.leasedItems("mailer")).toEqual(leased)
  })

  storeTest("[STORE96] every program that has leased items is told once, by name", async (store) => {
    expect(await store.leasing()).toEqual([])
    const items = [
      aProgram("f", 1, { status: "started", worker: "printer" }),
      aProgram("f", 2, { status: "started", held: true }),
      aProgram("g", 1, { status: "started", worker: "printer" }),
      aProgram("g", 2, { status: "enabled", worker: "scanner" }),
      aProgram("g", 3, { status: "started", live: false, worker: "stapler" }),
    ]
    await store.commit(aBatch({ items }))
    expect(await store.leasing()).toEqual(["mailer", "printer"])
  })

  storeTest("[STORE32] a message is expected under its name and an equal key", async (store) => {
    const keys = ["1", 1, null, true, [1, 2], { order: 1, line: { b: 2, a: [1] } }]
    const changes = keys.map((key, index) => expecting(`f${index}`, [anExpectation(`f${index}`, { key })]))
    await store.commit(aBatch({ expectations: changes }))
    for (const [index, key] of keys.entries()) {
      expect(await store.expecting("paid", key, 10)).toEqual([anExpectation(`f${index}`, { key })])
    }
    const reordered = { line: { a: [1], b: 2 }, order: 1 }
    expect(await store.expecting("paid", reordered, 10)).toEqual([anExpectation("f5", { key: reordered })])
    expect(await store.expecting("paid", [2, 1], 10)).toEqual([])
    expect(await store.expecting("sent", "1", 10)).toEqual([])
  })

  storeTest("[STORE33] who waits for a message now comes first, then the case started first", async (store) => {
    const cases = [
      aCase("a", { startedAt: 30 }),
      aCase("b", { startedAt: 20 }),
      aCase("c", { startedAt: 40 }),
      aCase("d", { startedAt: 20 }),
    ]
    const waiting = anExpectation("c", { item: itemId("c", 1) })
    const later = [anExpectation("a"), anExpectation("b"), anExpectation("d")]
    const changes = [...later.map((row) => expecting(row.family, [row])), expecting("c", [anExpectation("c"), waiting])]
    await store.commit(aBatch({ cases, expectations: changes }))
    const [a, b, d] = later
    expect(await store.expecting("paid", "order-1", 10)).toEqual([waiting, b, d, a, anExpectation("c")])
    expect(await store.expecting("paid", "order-1", 2)).toEqual([waiting, b])
  })

  storeTest("[STORE34] what a case expects replaces what it expected before", async (store) => {
    const child = anExpectation("f", { case: caseId("f", 2) })
    await store.commit(aBatch({ expectations: [expecting("f", [anExpectation("f"), anExpectation("f", { key: 2 })])] }))
    await store.commit(aBatch({ expectations: [{ family: family("f"), case: child.case, rows: [child] }] }))
    await store.commit(aBatch({ expectations: [expecting("f", [anExpectation("f", { key: 3 })])] }))
    expect(await store.expecting("paid", "order-1", 10)).toEqual([child])
    expect(await store.expecting("paid", 3, 10)).toEqual([anExpectation("f", { key: 3 })])
    await store.commit(aBatch({ expectations: [expecting("f", [])] }))
    expect(await store.expecting("paid", 3, 10)).toEqual([])
  })

  storeTest("[STORE35] an item withdrawn is as if it had never been", async (store) => {
    await store.commit(aBatch({ items: [aProgram("f", 1), aProgram("f", 2)] }))
    await store.commit(
      aBatch({ items: [aProgram("f", 3)], withdrawn: [itemId("f", 1), itemId("f", 3), itemId("f", 9)] }),
    )
    expect(idsOf(await store.items({ limit: 10 }))).toEqual(["f.i2"])
    expect(idsOf(await store.readyItems("mailer", undefined, 10))).toEqual(["f.i2"])
    expect(await store.item(itemId("f", 1))).toBeUndefined()
  })
}

function timer(name: string, dueAt: number, number = 1): AlarmChange {
  return { family: family(name), id: timerId(name, number), kind: "timer", dueAt }
}

function off(name: string): AlarmChange {
  return { family: family(name), id: timerId(name, 1), kind: "timer" }
}

function expecting(name: string, rows: readonly ReturnType<typeof anExpectation>[]) {
  return { family: family(name), case: caseId(name), rows }
}
