import type { Entry } from "../../src/messages/events.ts"
import { asAgentId, asCaseId, asFamilyId, localId } from "../../src/messages/ids.ts"
import type { Quarantine, Snapshot, StoredProcess } from "../../src/store/port.ts"

/** What `store-1.db` holds: a store that stands at migration 1, before there were read models. */

const [ann, show, laptop] = [asAgentId("ann"), asFamilyId("show0000000000A1"), asFamilyId("laptop00000000B2")]
const bookStadium = localId(show, "item", 1)

export const entries: readonly Entry[] = [
  {
    family: show,
    version: 1,
    at: 1_700_000_000_000,
    by: ann,
    command: "StartCase",
    events: [
      {
        type: "CaseStarted",
        case: asCaseId(show),
        process: "concert",
        version: 1,
        data: { seating: 25_000 },
        start: "in",
      },
      { type: "DataWritten", case: asCaseId(show), data: { venue: "Žofín 🎸" } },
    ],
  },
  {
    family: laptop,
    version: 1,
    at: 1_700_000_001_000,
    by: ann,
    command: "StartCase",
    events: [{ type: "CaseStarted", case: asCaseId(laptop), process: "concert", version: 1, data: {}, start: "in" }],
  },
  {
    family: show,
    version: 3,
    at: 1_700_000_002_000,
    by: ann,
    command: "StartItem",
    reason: "nobody else is in",
    events: [{ type: "ItemStarted", item: bookStadium, agent: ann, attempt: 1 }],
  },
]

export const snapshot: Snapshot = { family: show, version: 2, state: '{"venue":"Žofín 🎸"}' }

export const process: StoredProcess = {
  name: "concert",
  version: 1,
  hash: "a1b2",
  source: { process: "concert", flow: ["bookStadium"] },
  deployedAt: 1_699_999_999_000,
  deployedBy: ann,
}

export const quarantine: Quarantine = {
  family: laptop,
  at: 1_700_000_003_000,
  command: "SetData",
  error: "Error: impossible",
}
