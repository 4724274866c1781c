import type { Engine } from "../../src/main.ts"
import { type FamilyRecord, recordOf } from "../../src/runtime/family-record.ts"

/** As somebody would forge it: with a digest that fits. */
export function changed(record: FamilyRecord, change: Partial<FamilyRecord>): FamilyRecord {
  const { digest: _, version: __, ...rows } = { ...record, ...change }
  return recordOf({ ...rows, isWaiting: false })
}

/** Every record there is. */
export async function recordsIn(engine: Engine): Promise<readonly FamilyRecord[]> {
  const records: FamilyRecord[] = []
  for (let after: Awaited<ReturnType<Engine["records"]>>["next"]; ; ) {
    const page = await engine.records({ endedBefore: Date.parse("2100-01-01"), limit: 1000, ...(after && { after }) })
    records.push(...page.rows)
    if (page.next === undefined) return records
    after = page.next
  }
}
