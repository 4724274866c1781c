import { retryItem } from "../exceptions/checkpoints.ts"
import { continueTarget, decideHandling, isHandling } from "../exceptions/decide.ts"
import type { Handling } from "../exceptions/handling.ts"
import { jumpTo } from "../exceptions/jumping.ts"
import { receiveMessage } from "../exceptions/messages.ts"
import type { Reacting } from "../exceptions/reacting.ts"
import type { Command, HandlingCommand } from "../messages/commands.ts"
import type { ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"

/** Does what a command asks in a turn of both machines. */
export function take(reacting: Reacting, command: Command): Rejection | undefined {
  if (isHandling(command)) return decideHandling(reacting, command)
  const taking = takings[command.type] as Taking
  return typeof taking === "function" ? taking(reacting, command) : reacting.port.order(command)
}

/** Whether the net machine may decide it by itself first, where rules only wait for what may happen. */
export const isTakenAlone = ({ type }: Command): boolean => type in takings && takings[type as Plain] === "alone"

type Plain = Exclude<Command["type"], HandlingCommand["type"]>
type Taking<Type extends Plain = Plain> =
  | "alone"
  | "watched"
  | ((reacting: Reacting, command: Extract<Command, { readonly type: Type }>) => Rejection | undefined)

/** Whether the exception machine has a say before anything is done, and which: each command has its place here. */
const takings: { readonly [Type in Plain]: Taking<Type> } = {
  AcceptItem: "alone",
  StartItem: "alone",
  CompleteItem: "alone",
  ForceCompleteItem: "alone",
  FailItem: "alone",
  SkipItem: "alone",
  RemoveItem: "alone",
  RestartItem: "alone",
  HandBackItem: "alone",
  SetData: "alone",
  ClaimItem: "alone",
  ProlongLease: "alone",
  ReportOutput: "alone",
  StartCase: "watched",
  RemoveCase: "watched",
  DeclineItem: "watched",
  DelegateItem: "watched",
  ReassignItem: "watched",
  UpdateItem: "watched",
  AmendItem: "watched",
  AwaitAgent: "watched",
  AddInstance: "watched",
  Suspend: "watched",
  ReturnItem: "watched",
  MissWorker: "watched",
  ReportFailure: "watched",
  ExpireLease: "watched",
  FireTimer: "watched",
  Continue: continueTarget,
  ReceiveMessage: receiveMessage,
  RetryItem: retryItem,
  Jump: jumpTo,
  // What an exlet is about to do something about is given to nobody meanwhile.
  AssignItem: (reacting, command) =>
    isHandled(reacting.draft, command.item) ? undefined : reacting.port.order(command),
}

/** Whether an exlet is about to do something about the item already. */
function isHandled({ exceptions }: Pick<Handling, "exceptions">, item: ItemId): boolean {
  for (const raised of exceptions.values()) if (raised.item === item && raised.runs.length > 0) return true
  return false
}
