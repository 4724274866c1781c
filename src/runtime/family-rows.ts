import type { Family, RaisedException } from "../engine/family.ts"
import type { Intervention } from "../exceptions/handling.ts"
import { type CaseId, rootCase } from "../messages/ids.ts"
import type { CaseRow, ExceptionRow, InterventionRow } from "../store/port.ts"

/** A family's cases, exceptions and interventions as lists have them. */

export function caseRow(family: Family, id: CaseId): CaseRow | undefined {
  const found = family.cases.get(id)
  if (found === undefined) return undefined
  const number = family.cases.get(rootCase(family.id))?.number
  let held = false
  for (const { target } of family.holds.values()) if (target.kind === "case" && target.case === id) held = true
  return {
    id,
    family: family.id,
    process: found.process,
    version: found.version,
    state: found.state,
    held,
    startedAt: found.startedAt,
    startedBy: found.startedBy,
    ...(found.endedAt !== undefined && { endedAt: found.endedAt }),
    ...(found.parent && { parent: found.parent.case }),
    ...(number !== undefined && { number }),
  }
}

export function exceptionRow(family: Family, raised: RaisedException, state: ExceptionRow["state"]): ExceptionRow {
  const { id, case: caseId, at, class: name, item, raisedAt } = raised
  return {
    id,
    family: family.id,
    case: caseId,
    process: family.cases.get(caseId)?.process ?? "",
    at,
    class: name,
    state,
    raisedAt,
    ...(item && { item }),
  }
}

export function interventionRow(family: Family, known: Intervention): InterventionRow {
  const { id, case: caseId, at, text, to, openedAt, dueAt, class: name } = known
  return {
    id,
    family: family.id,
    case: caseId,
    process: family.cases.get(caseId)?.process ?? "",
    at,
    text,
    openedAt,
    open: true,
    ...(dueAt !== undefined && { dueAt }),
    ...(to !== undefined && { to }),
    ...(name !== undefined && { class: name }),
  }
}
