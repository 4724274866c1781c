import type { CaseCommand } from "../messages/commands.ts"
import { parametersOfMessage } from "../messages/plain-events.ts"
import type { Rejection } from "../messages/rejections.ts"
import { mandatoryFor, treesFor } from "./asking.ts"
import { membersOf } from "./pattern.ts"
import type { Looking } from "./port.ts"
import type { Reacting } from "./reacting.ts"

type ReceiveMessage = Extract<CaseCommand, { readonly type: "ReceiveMessage" }>

/** A message comes to a case. One that no step of its process waits for may still be what rules wait for. */
export function receiveMessage(reacting: Reacting, command: ReceiveMessage): Rejection | undefined {
  const refused = reacting.order(command)
  if (refused?.code !== "MESSAGE_NOT_EXPECTED" || !isMessageWanted(reacting.port, command)) return refused
  const { case: id, name } = command
  const at = reacting.port.case(id)?.process ?? ""
  reacting.happen({
    type: "EventRaised",
    name: messageEvent(name),
    case: id,
    at,
    parameters: parametersOfMessage(command),
    depth: 0,
  })
  return undefined
}

/** Whether a rule that can be reached from a case, or any pattern, is about messages of that name. */
export function isMessageWanted(port: Looking, { case: id, name }: Pick<ReceiveMessage, "case" | "name">): boolean {
  const on = messageEvent(name)
  for (const { pattern } of port.rules.patterns.values()) if (membersOf(pattern).has(on)) return true
  if (!port.rules.wants(on)) return false
  if (isMessageWantedIn(port, { case: id, name })) return true
  for (const other of port.cases()) {
    if (other.id === id || !other.isRunning) continue
    if (isAsked(port, { on, case: other.id, only: [other.process] })) return true
  }
  return false
}

/** Whether a rule about the case itself is. */
export function isMessageWantedIn(port: Looking, { case: id, name }: Pick<ReceiveMessage, "case" | "name">): boolean {
  return isAsked(port, { on: messageEvent(name), case: id })
}

function isAsked(port: Looking, at: Parameters<typeof treesFor>[1]): boolean {
  return treesFor(port, at).length > 0 || mandatoryFor(port, at).length > 0
}

const messageEvent = (name: string): string => `message(${name})`
