import type { Command, NetCommand } from "../messages/commands.ts"
import type { Parent, Sender } from "../messages/events.ts"
import { type CaseId, rootCase, rootFrame } from "../messages/ids.ts"
import type { FieldProblem, Rejection } from "../messages/rejections.ts"
import { CASE_NUMBER_RULE, caseNumber } from "../model/case-number.ts"
import { checkValue, initialData } from "../model/data-values.ts"
import { netOf, type Process, rootNet } from "../model/net.ts"
import { sharedNames } from "../model/shared-data.ts"
import type { Deciding } from "./deciding.ts"
import { raise } from "./raise.ts"
import { invalidData, isRejection, reject, runningCase } from "./refusals.ts"
import { endCase } from "./settle.ts"
import { cannotShare, sharedBy } from "./shared-data.ts"
import { arm } from "./timers.ts"
import { takeMessage } from "./waits.ts"

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>

/** The first case of a family, or one that joins it. What one event has sent joins it once. */
export function startCase(deciding: Deciding, command: Of<"StartCase">): Rejection | undefined {
  const { number, sentBy, joins } = command
  const { cases, id: family } = deciding.draft
  if (joins) {
    const { number: _, ...joining } = command
    const isThere = sentBy?.version !== undefined && [...cases.values()].some((each) => isSame(each.sentBy, sentBy))
    return isThere ? undefined : begin(deciding, deciding.nextId("case"), joining)
  }
  const id = rootCase(family)
  if (cases.has(id)) return reject("CASE_ALREADY_STARTED", `case ${id} is there already`, "Start another one")
  if (number !== undefined && caseNumber(number) !== number)
    return invalidData(`process ${command.process}`, [
      { field: "number", code: "NOT_ALLOWED", message: CASE_NUMBER_RULE },
    ])
  return begin(deciding, id, command)
}

function isSame(one: Sender | undefined, other: Sender): boolean {
  return one?.run === other.run && one.version === other.version
}

/** Starts a case, the family's own or a worklet. */
export function begin(
  deciding: Deciding,
  id: CaseId,
  command: Pick<Of<"StartCase">, "process" | "version" | "data" | "sentBy" | "number"> & { readonly parent?: Parent },
): Rejection | undefined {
  const { parent, sentBy, number } = command
  const process = deciding.facts.process(command.process, command.version)
  if (process === undefined) {
    return reject(
      "PROCESS_NOT_FOUND",
      `there is no process ${command.process}${command.version > 0 ? ` v${command.version}` : ""}`,
      "Deploy it first, or look its name up in the list of processes",
    )
  }
  const there = sharedBy(deciding.draft, process)
  const find = (name: string, version: number) => deciding.facts.process(name, version)
  const apart = cannotShare(deciding.draft, process, { there, data: command.data }, find)
  if (apart.length > 0) return invalidData(`process ${process.name}`, apart)
  const initial = initialData(process.variables, { ...command.data, ...there })
  if (!initial.ok) return invalidData(`process ${process.name}`, initial.problems)
  const shares = sharedNames(process)
  const { start } = netOf(process, rootNet)
  const version = deciding.emit({
    type: "CaseStarted",
    case: id,
    process: process.name,
    version: process.version,
    data: initial.data,
    ...(shares.length > 0 && { shares }),
    start,
    ...(parent && { parent }),
    ...(sentBy && { sentBy }),
    ...(number !== undefined && { number }),
  })
  deciding.arrived(rootFrame(id), [start], version)
  deciding.because(version, () => setDeadline(deciding, process, id))
  return undefined
}

export function removeCase(deciding: Deciding, command: Of<"RemoveCase">): Rejection | undefined {
  const found = runningCase(deciding, command.case)
  if (isRejection(found)) return found
  endCase(deciding, found.id, "CaseRemoved")
  return undefined
}

export function failCase(
  deciding: Deciding,
  command: Extract<NetCommand, { type: "FailCase" }>,
): Rejection | undefined {
  const found = runningCase(deciding, command.case)
  if (isRejection(found)) return found
  endCase(deciding, found.id, "CaseFailed", command.cause)
  return undefined
}

export function setData(deciding: Deciding, command: Of<"SetData">): Rejection | undefined {
  const found = runningCase(deciding, command.case)
  if (isRejection(found)) return found
  const problems = checkData(deciding.process(found.id), command.data)
  if (problems.length > 0) return invalidData(`case ${found.id}`, problems)
  deciding.emit({ type: "DataWritten", case: found.id, data: command.data })
  return undefined
}

export function receiveMessage(deciding: Deciding, command: Of<"ReceiveMessage">): Rejection | undefined {
  const found = runningCase(deciding, command.case)
  if (isRejection(found)) return found
  const { name, key, data } = command
  const process = deciding.process(found.id)
  if (!expects(process, name)) {
    return reject(
      "MESSAGE_NOT_EXPECTED",
      `process ${process.name} never waits for "${name}"`,
      "Check the message's name",
    )
  }
  const problems = checkData(process, data)
  if (problems.length > 0) return invalidData(`message "${name}"`, problems)
  const version = deciding.emit({
    type: "MessageReceived",
    message: deciding.nextId("message"),
    case: found.id,
    name,
    key,
    data,
  })
  deciding.because(version, () => {
    for (const item of [...deciding.draft.items.values()])
      if (item.case === found.id && item.awaits && item.status === "enabled") takeMessage(deciding, item)
  })
  return undefined
}

export function expects(process: Process, message: string): boolean {
  for (const net of process.nets.values()) {
    for (const { wait } of net.nodes.values()) if (wait?.form === "message" && wait.message === message) return true
  }
  return false
}

export function checkData(process: Process, data: Of<"SetData">["data"]): readonly FieldProblem[] {
  return Object.entries(data).flatMap(([name, value]): readonly FieldProblem[] => {
    const type = process.variables.get(name)
    if (type) return checkValue(type, value, name)
    return [{ field: name, code: "UNKNOWN_FIELD", message: `process ${process.name} has no "${name}" among its data` }]
  })
}

function setDeadline(deciding: Deciding, process: Process, id: CaseId): void {
  if (process.deadline === undefined) return
  const trouble = arm(deciding, deciding.frame(rootFrame(id)), "deadline", { case: id }, process.deadline)
  if (trouble)
    raise(deciding, {
      class: "EvaluationFailed",
      case: id,
      at: process.name,
      parameters: { message: `deadline: ${trouble}` },
    })
}
