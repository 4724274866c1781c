import type { Entry, Event } from "../../src/messages/events.ts"
import { asAgentId, asFamilyId, type FamilyId, localId, rootCase } from "../../src/messages/ids.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import type { DeliveryRow, NotificationRow } from "../../src/store/outbox.ts"
import type {
  Batch,
  BroadcastRow,
  CaseRow,
  CredentialRow,
  DecisionRow,
  ExceptionRow,
  ExpectationRow,
  InterventionRow,
  ItemRow,
  ListedCase,
  Quarantine,
  RequestRow,
  StoredDefinition,
  StoredProcess,
  StoredTreeChange,
} from "../../src/store/port.ts"

/** Finished values for stories about stores: say what matters, the rest is ordinary. */

export const ann = asAgentId("ann")
export const bob = asAgentId("bob")

export const family = (name: string): FamilyId => asFamilyId(name)
export const itemId = (name: string, number: number) => localId(family(name), "item", number)
export const caseId = (name: string, number?: number) =>
  number === undefined ? rootCase(family(name)) : localId(family(name), "case", number)
export const timerId = (name: string, number: number) => localId(family(name), "timer", number)

export const interventionId = (name: string, number: number) => localId(family(name), "intervention", number)

export const aBatch = (parts: Partial<Batch>): Batch => ({ ...emptyBatch, ...parts })

/** An entry of as many events as asked, from a version on. */
export function anEntry(name: string, version: number, size = 1, more: Partial<Entry> = {}): Entry {
  const events = Array.from({ length: size }, (_, index): Event => {
    return { type: "DataWritten", case: caseId(name), data: { step: version + index } }
  })
  return { family: family(name), version, at: 1000 + version, by: ann, command: "SetData", events, ...more }
}

export function aCase(name: string, more: Partial<CaseRow> = {}): CaseRow {
  return {
    id: caseId(name),
    family: family(name),
    process: "concert",
    version: 1,
    state: "running",
    held: false,
    startedAt: 1000,
    startedBy: ann,
    ...more,
  }
}

/** The same as a list has it. */
export function listed(row: CaseRow | undefined, open: Partial<ListedCase> = {}): ListedCase {
  if (row === undefined) throw new Error("no case to be listed")
  return { ...row, exceptions: 0, interventions: 0, ...open }
}

export function anItem(name: string, number: number, more: Partial<ItemRow> = {}): ItemRow {
  return {
    id: itemId(name, number),
    family: family(name),
    case: caseId(name),
    process: "concert",
    task: "bookStadium",
    kind: "work",
    status: "enabled",
    held: false,
    live: true,
    enabledAt: 1000,
    priority: 0,
    attempt: 0,
    ...more,
  }
}

export function aProgram(name: string, number: number, more: Partial<ItemRow> = {}): ItemRow {
  return anItem(name, number, { kind: "program", worker: "mailer", task: "sendMail", ...more })
}

export function anExpectation(name: string, more: Partial<ExpectationRow> = {}): ExpectationRow {
  return { family: family(name), case: caseId(name), message: "paid", key: "order-1", ...more }
}

export function aProcess(name: string, version: number, more: Partial<StoredProcess> = {}): StoredProcess {
  return {
    name,
    version,
    hash: `${name}@${version}`,
    source: { process: name },
    deployedAt: 1000,
    deployedBy: ann,
    ...more,
  }
}

export function aQuarantine(name: string, more: Partial<Quarantine> = {}): Quarantine {
  return { family: family(name), at: 1000, command: "SetData", error: "Error: impossible", ...more }
}

export function aDefinition(name: string, version: number, more: Partial<StoredDefinition> = {}): StoredDefinition {
  return { kind: "exlet", name, version, source: { exlet: name }, at: 1000, by: ann, ...more }
}

export function aTreeChange(tree: string, version: number, more: Partial<StoredTreeChange> = {}): StoredTreeChange {
  return { tree, version, change: { add: { if: "seating > 10" } }, at: 1000, by: ann, ...more }
}

export function aDecision(name: string, version: number, more: Partial<DecisionRow> = {}): DecisionRow {
  return { tree: "itemPre concert/doShow", family: family(name), version, failed: false, ...more }
}

export function anIntervention(name: string, number: number, more: Partial<InterventionRow> = {}): InterventionRow {
  return {
    id: interventionId(name, number),
    family: family(name),
    case: caseId(name),
    process: "concert",
    at: "doShow",
    text: "The singer is ill.",
    openedAt: 1000,
    open: true,
    ...more,
  }
}

export const exceptionId = (name: string, number: number) => localId(family(name), "exception", number)

export function anException(name: string, number: number, more: Partial<ExceptionRow> = {}): ExceptionRow {
  return {
    id: exceptionId(name, number),
    family: family(name),
    case: caseId(name),
    process: "concert",
    at: "doShow",
    class: "Timeout",
    state: "open",
    raisedAt: 1000,
    ...more,
  }
}

export function aBroadcast(name: string, version: number, more: Partial<BroadcastRow> = {}): BroadcastRow {
  return {
    family: family(name),
    version,
    run: localId(family(name), "run", 1),
    verb: "suspend",
    process: "concert",
    reason: "strike",
    by: ann,
    at: 1000,
    ...more,
  }
}

export function aRequest(key: string, more: Partial<RequestRow> = {}): RequestRow {
  return { agent: ann, key, digest: `digest of ${key}`, at: 1000, answer: { case: "f" }, ...more }
}

export function aCredential(id: string, more: Partial<CredentialRow> = {}): CredentialRow {
  return { id, kind: "key", hash: `hash of ${id}`, agent: ann, createdAt: 1000, createdBy: bob, ...more }
}

export const notificationId = (name: string, number: number) => localId(family(name), "notification", number)

export function aNotification(name: string, number: number, more: Partial<NotificationRow> = {}): NotificationRow {
  return {
    id: notificationId(name, number),
    agent: ann,
    type: "exlet.notification",
    family: family(name),
    case: caseId(name),
    process: "concert",
    to: "ann",
    text: "The singer is ill.",
    at: 1000,
    ...more,
  }
}

/** One that is due at 1 unless it was tried ten times: then it is given up. */
export function aDelivery(name: string, number: number, more: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    id: `${notificationId(name, number)}@webhook`,
    channel: "webhook",
    like: `like ${name} ${number}`,
    at: 1000,
    letter: { text: "The singer is ill." },
    attempts: 0,
    ...((more.attempts ?? 0) < 10 && { dueAt: 1 }),
    ...more,
  }
}

export const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)
