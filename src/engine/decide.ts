import type { NetCommand, NetCommandType } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import type { Rejection } from "../messages/rejections.ts"
import { failCase, receiveMessage, removeCase, setData, startCase } from "./decide-case.ts"
import { continueTarget, suspendTarget } from "./decide-hold.ts"
import {
  acceptItem,
  amendItem,
  assignItem,
  awaitAgent,
  completeItem,
  declineItem,
  delegateItem,
  handBackItem,
  reassignItem,
  startItem,
  updateItem,
} from "./decide-item.ts"
import { emptyActivity, jump, takeAlternative, takeArc } from "./decide-move.ts"
import {
  addInstance,
  failItem,
  forceCompleteItem,
  removeOneItem,
  restartItem,
  retryItem,
  skipItem,
} from "./decide-operator.ts"
import {
  finishItem,
  giveUpItem,
  grantCapabilities,
  liftHolds,
  placeHold,
  raiseException,
  resolveException,
  startWorklet,
  takeItem,
  writeData,
} from "./decide-order.ts"
import {
  claimItem,
  expireLease,
  missItsWorker,
  prolongLease,
  reportFailure,
  reportOutput,
  returnItem,
} from "./decide-program.ts"
import { armTimer, disarmTimer, fireTimer } from "./decide-timer.ts"
import { Deciding, type Facts } from "./deciding.ts"
import type { Draft } from "./draft.ts"
import type { Step } from "./evolve.ts"
import type { Family } from "./family.ts"
import { checkWritten } from "./invariants.ts"
import { moveOn } from "./settle.ts"
import { rewind, undoItem } from "./undoing.ts"

export type Decision =
  | {
      readonly ok: true
      readonly events: readonly Event[]
      readonly steps: readonly Step[]
      /** The family as the events make it, to be absorbed by whoever owns it. */
      readonly draft: Draft
    }
  | { readonly ok: false; readonly rejection: Rejection }

/**
 * What a command does to a family: the events, or why it is refused. Pure: the family is not touched, and the same family,
 * command and facts always give the same answer. Throws only when the family is in a state that cannot be.
 */
export function decide(family: Family, command: NetCommand, facts: Facts): Decision {
  const deciding = new Deciding(family, facts)
  const rejection = perform(deciding, command)
  if (rejection) return { ok: false, rejection }
  while (moveOn(deciding));
  const { events, steps, draft } = deciding
  return { ok: true, events, steps, draft }
}

/** Does what a command asks and nothing that follows from it: that is `moveOn`'s. One that is refused has done nothing. */
export function perform(deciding: Deciding, command: NetCommand): Rejection | undefined {
  const rejection = (deciders[command.type] as (deciding: Deciding, command: NetCommand) => Rejection | undefined)(
    deciding,
    command,
  )
  if (rejection === undefined) checkWritten(deciding)
  return rejection
}

/** Each refuses before it emits anything. */
const deciders: {
  readonly [Type in NetCommandType]: (
    deciding: Deciding,
    command: Extract<NetCommand, { type: Type }>,
  ) => Rejection | undefined
} = {
  StartCase: startCase,
  RemoveCase: removeCase,
  SetData: setData,
  ReceiveMessage: receiveMessage,
  AcceptItem: acceptItem,
  DeclineItem: declineItem,
  DelegateItem: delegateItem,
  HandBackItem: handBackItem,
  ReassignItem: reassignItem,
  StartItem: startItem,
  UpdateItem: updateItem,
  CompleteItem: completeItem,
  ForceCompleteItem: forceCompleteItem,
  FailItem: failItem,
  SkipItem: skipItem,
  RemoveItem: removeOneItem,
  RestartItem: restartItem,
  RetryItem: retryItem,
  AmendItem: amendItem,
  AwaitAgent: awaitAgent,
  AddInstance: addInstance,
  Suspend: suspendTarget,
  Continue: continueTarget,
  ClaimItem: claimItem,
  ProlongLease: prolongLease,
  ReturnItem: returnItem,
  MissWorker: missItsWorker,
  ReportOutput: reportOutput,
  ReportFailure: reportFailure,
  ExpireLease: expireLease,
  FireTimer: fireTimer,
  AssignItem: assignItem,
  PlaceHold: placeHold,
  LiftHolds: liftHolds,
  StartWorklet: startWorklet,
  TakeItem: takeItem,
  FinishItem: finishItem,
  GiveUpItem: giveUpItem,
  WriteData: writeData,
  RaiseException: raiseException,
  ResolveException: resolveException,
  GrantCapabilities: grantCapabilities,
  FailCase: failCase,
  ArmTimer: armTimer,
  DisarmTimer: disarmTimer,
  UndoItem: undoItem,
  Rewind: rewind,
  Jump: jump,
  TakeArc: takeArc,
  TakeAlternative: takeAlternative,
  EmptyActivity: emptyActivity,
}
