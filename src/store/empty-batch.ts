import type { Batch } from "./port.ts"

/** A batch that writes nothing: where one begins that writes only some things. */
export const emptyBatch: Batch = {
  entries: [],
  snapshots: [],
  cases: [],
  numbers: [],
  items: [],
  withdrawn: [],
  undone: [],
  alarms: [],
  expectations: [],
  decisions: [],
  exceptions: [],
  interventions: [],
  experience: [],
  broadcasts: [],
  delivered: [],
  processes: [],
  definitions: [],
  treeChanges: [],
  quarantines: [],
  released: [],
  requests: [],
  notifications: [],
  deliveries: [],
  arrived: [],
}
