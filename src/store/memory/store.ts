import type { Entry, RecordedEntry } from "../../messages/events.ts"
import type { AgentId } from "../../messages/ids.ts"
import { canonicalJson } from "../canonical.ts"
import { conflictsOf, numberConflictsOf, treeConflictsOf } from "../conflicts.ts"
import { StoreError } from "../error.ts"
import { storedFamily } from "../family.ts"
import type { Store } from "../port.ts"
import { byOrder } from "../worklist-order.ts"
import { adopt } from "./adopting.ts"
import { casesOf } from "./cases.ts"
import { countsOf, openGroupsOf } from "./counts.ts"
import { credentialOf, credentialsOf, dropCredentials, putCredentials } from "./credentials.ts"
import { countDecisions, decisionsOf } from "./decisions.ts"
import { type MemoryDisk, newMemoryDisk, standingOf, write } from "./disk.ts"
import { outboxOf } from "./outbox.ts"
import { countRows, pageOf } from "./pages.ts"
import { endedOf, forget, keptOf } from "./records.ts"
import { requestOf } from "./requests.ts"
import * as selection from "./selection.ts"
import { caseExceptionCountsOf, raisedIn, standingsOf, stepCountsOf } from "./standings.ts"
import { refuseFractions } from "./whole.ts"

/**
 * The reference keeper: plain, and forgotten with its disk. Everything is copied on the way in and out, so nothing a caller
 * does to its own objects reaches the store. Opening a disk takes it from the store that had it before, as a crash would.
 */
export function openMemoryStore(disk: MemoryDisk = newMemoryDisk()): Store {
  const owner = Symbol("store")
  disk.owner = owner

  function opened(): MemoryDisk {
    if (disk.owner !== owner) throw new StoreError("STORE_FAILED", "The memory store was closed. Open it again.")
    return disk
  }

  return {
    async load(family) {
      const { families, snapshots, quarantine } = opened()
      const history = families.get(family)
      if (history === undefined) return undefined
      const snapshot = snapshots.get(family)
      const tail = history.filter(({ version }) => version > (snapshot?.version ?? 0))
      return copy(storedFamily(snapshot, tail.map(unplaced), quarantine.get(family)))
    },

    async commit(batch) {
      const contents = opened()
      refuseFractions(batch)
      const conflicts = [
        ...conflictsOf(batch.entries, (family) => standingOf(contents, family)),
        ...numberConflictsOf(batch.numbers, (number) => contents.numbers.get(number)),
        ...treeConflictsOf(batch.treeChanges, (tree, version) => contents.treeChanges.get(tree)?.has(version) ?? false),
      ]
      return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, positions: write(contents, copy(batch)) }
    },

    async entriesAfter(position, limit, family) {
      const entries = family === undefined ? opened().entries : (opened().families.get(family) ?? [])
      return copy(entries.filter((entry) => entry.position > position).slice(0, limit))
    },

    async entriesBefore(position, limit, family) {
      const entries = family === undefined ? opened().entries : (opened().families.get(family) ?? [])
      return copy(
        entries
          .filter((entry) => entry.position < position)
          .toReversed()
          .slice(0, limit),
      )
    },

    async probe() {
      opened()
    },
    async lastPosition() {
      return opened().lastPosition
    },

    async dueAlarms(now, limit) {
      const due = [...opened().alarms.values()].filter(({ dueAt }) => dueAt <= now)
      return due.sort(selection.byDueTime).slice(0, limit).map(selection.alarmOf)
    },

    async nextAlarmAt() {
      let next: number | undefined
      for (const { dueAt } of opened().alarms.values()) if (next === undefined || dueAt < next) next = dueAt
      return next
    },

    async readyItems(worker, after, limit) {
      const last = after === undefined ? undefined : opened().items.get(after)
      const ready = [...opened().items.values()].filter((row) => selection.isReady(worker, row)).sort(selection.byAge)
      return copy(ready.filter((row) => last === undefined || selection.byAge(row, last) > 0).slice(0, limit))
    },

    async leasedItems(worker) {
      return copy([...opened().items.values()].filter((row) => selection.isLeased(worker, row)).sort(selection.byAge))
    },

    async leasing() {
      const names = [...opened().items.values()].flatMap((row) =>
        row.worker !== undefined && selection.isLeased(row.worker, row) ? row.worker : [],
      )
      return [...new Set(names)].sort(selection.compareText)
    },

    async expecting(message, key, limit) {
      const wanted = canonicalJson(key)
      const rows = [...opened().expectations.values()].flat()
      const matching = rows.filter((expectation) => expectation.row.message === message && expectation.key === wanted)
      return copy(matching.sort(selection.byWaiting).slice(0, limit)).map(({ row }) => row)
    },

    async numbered(numbers) {
      const { numbers: known } = opened()
      return new Map(
        numbers.flatMap((number) => {
          const family = known.get(number)
          return family === undefined ? [] : [[number, family]]
        }),
      )
    },

    async case(id) {
      const row = opened().cases.get(id)
      return row && copy(row)
    },

    async item(id) {
      const row = opened().items.get(id)
      return row && copy(row)
    },

    async cases(query) {
      return copy(casesOf(opened(), query))
    },

    async items(query) {
      const rows = [...opened().items.values()].filter((row) => selection.isItemOf(query, row))
      return copy(rows.sort(selection.byId).slice(0, query.limit))
    },

    async worklist(query) {
      const { after } = query
      const order = byOrder(query.order)
      const rows = [...opened().items.values()].filter((row) => selection.isOnWorklist(query, row)).sort(order)
      return copy(rows.filter((row) => after === undefined || order(row, after) > 0).slice(0, query.limit))
    },

    async demands(what) {
      const values = [...opened().items.values()].flatMap((row) =>
        row.live && row[what] !== undefined ? row[what] : [],
      )
      return [...new Set<string>(values)].sort(selection.compareText)
    },

    async demanding(what, key, after, limit) {
      const { items } = opened()
      const order = what === "wanted" ? selection.byWanting : byOrder("priority")
      const last = after === undefined ? undefined : items.get(after)
      const rows = [...items.values()].filter((row) => row.live && row[what] === key).sort(order)
      return copy(rows.filter((row) => last === undefined || order(row, last) > 0).slice(0, limit))
    },

    async onTerms(after, limit) {
      const rows = [...opened().items.values()].filter(
        ({ id, live, terms }) => live && terms && (after === undefined || selection.compareText(id, after) > 0),
      )
      return copy(rows.sort(selection.byId).slice(0, limit))
    },

    async loads() {
      const loads = new Map<AgentId, number>()
      for (const { live, agent, status } of opened().items.values())
        if (live && agent && (status === "offered" || status === "allocated" || status === "started"))
          loads.set(agent, (loads.get(agent) ?? 0) + 1)
      return loads
    },

    async experience() {
      return copy([...opened().experience.values()])
    },

    async processes() {
      const all = [...opened().processes.values()]
      return copy(all.sort((one, other) => selection.compareText(one.name, other.name) || one.version - other.version))
    },

    async definitions() {
      return copy([...opened().definitions.values()])
    },

    async treeChanges(tree) {
      const { treeChanges } = opened()
      const trees = tree === undefined ? [...treeChanges.keys()].sort(selection.compareText) : [tree]
      return copy(
        trees.flatMap((name) =>
          [...(treeChanges.get(name)?.values() ?? [])].sort((one, other) => one.version - other.version),
        ),
      )
    },

    async decisions(query) {
      return copy(decisionsOf(opened().decisions, query))
    },

    async countDecisions(tree) {
      return countDecisions(opened().decisions, tree)
    },

    async decisionsUpTo() {
      return opened().decisionsUpTo
    },

    async exceptions(query) {
      const { exceptions } = opened()
      const last = query.after === undefined ? undefined : exceptions.get(query.after)
      const rows = [...exceptions.values()].filter((row) => selection.isExceptionOf(query, row))
      const after = rows.filter((row) => last === undefined || selection.byRaising(row, last) > 0)
      return copy(after.sort(selection.byRaising).slice(0, query.limit))
    },

    async answered(query) {
      const rows = [...opened().exceptions.values()].filter((row) => selection.isAnsweredOf(query, row))
      return copy(rows.sort(selection.byAnswering).slice(0, query.limit))
    },

    async intervention(id) {
      const row = opened().interventions.get(id)
      return row && copy(row)
    },

    async interventions(query) {
      const { interventions } = opened()
      const last = query.after === undefined ? undefined : interventions.get(query.after)
      const order = interventionOrders[query.order ?? "opened"]
      const rows = [...interventions.values()].filter((row) => selection.isInterventionOf(query, row))
      const after = rows.filter((row) => last === undefined || order(row, last) > 0)
      return copy(after.sort(order).slice(0, query.limit))
    },

    async openGroups() {
      return openGroupsOf(opened())
    },

    async broadcasts() {
      return copy([...opened().broadcasts.values()].sort(selection.bySending))
    },

    async quarantined() {
      const all = [...opened().quarantine.values()]
      return copy(all.sort((one, other) => one.at - other.at || selection.compareText(one.family, other.family)))
    },

    async counts(now) {
      return countsOf(opened(), now)
    },

    async stepCounts(process, of) {
      return stepCountsOf(opened(), process, of)
    },

    async caseExceptionCounts(process, of) {
      return caseExceptionCountsOf(opened(), process, of)
    },

    async standings(since, now) {
      return standingsOf(opened(), since, now)
    },

    async raised(from, to, stretch) {
      return raisedIn(opened(), from, to, stretch)
    },

    async request(agent, key) {
      const row = requestOf(opened().requests, agent, key)
      return row && copy(row)
    },

    async credentialOf(hash) {
      const row = credentialOf(opened().credentials, hash)
      return row && copy(row)
    },

    async credentials(kind) {
      return copy(credentialsOf(opened().credentials, kind))
    },

    async putCredentials(rows) {
      putCredentials(opened().credentials, copy(rows))
    },

    async dropCredentials(kind, expiredBefore) {
      dropCredentials(opened().credentials, kind, expiredBefore)
    },

    ...outboxOf(() => opened().outbox, copy),

    async needsRebuild() {
      return opened().needsRebuild
    },

    async rebuilt() {
      opened().needsRebuild = false
    },

    whole: {
      adopt: async (adoption) => adopt(opened(), copy(adoption)),
      page: async (kind, after, limit) => copy(pageOf(opened(), kind, after, limit)),
      count: async () => countRows(opened()),
      mark: async () => opened().mark,
    },
    records: {
      ended: async (query) => endedOf(opened(), query),
      of: async (families) => copy(families.flatMap((family) => keptOf(opened(), family))),
      forget: async (families) => forget(opened(), families),
    },

    async close() {
      if (disk.owner === owner) disk.owner = undefined
    },
  }
}

/** What writing it down and reading it again would give. */
function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

function unplaced({ position: _position, ...entry }: RecordedEntry): Entry {
  return entry
}

const interventionOrders = {
  opened: selection.byOpening,
  newest: selection.byNewestOpening,
  due: selection.byDueAnswer,
} as const
