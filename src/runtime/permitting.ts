import type { Command } from "../messages/commands.ts"
import type { AgentId, CaseId, ExceptionId, FamilyId, FrameId, InterventionId, ItemId, RunId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Right } from "../model/organisation.ts"
import type { Organisation } from "../people/organisation.ts"
import { explainPermission, type Where } from "../people/permissions.ts"
import type { Act } from "./answer.ts"
import { type Authority, authorityOf } from "./authority.ts"
import type { LoadedFamily } from "./families.ts"
import type { FindProcess } from "./projection.ts"
import { stepsNotPermitted } from "./reach-permitted.ts"
import { standingIn } from "./standing.ts"
import { reachOf, reachOfAnswer, reachOfNeeds, type StepReach } from "./step-reach.ts"

/** Why somebody may not do something there; undefined: he may. */
export function notPermitted(
  organisation: Organisation,
  by: AgentId,
  right: Right,
  where: Where = {},
): Rejection | undefined {
  const { permits, reason } = explainPermission(organisation, by, right, where)
  if (permits) return undefined
  return {
    code: "NOT_PERMITTED",
    message: `${by} may not ${right}${where.process === undefined ? "" : ` in ${where.process}`}: ${reason}`,
    remedy: "Ask somebody who may, or an administrator for the right",
  }
}

/** The same for a command to a family. Nothing is looked up where nobody says who may do what. */
export async function commandNotPermitted(
  organisation: Organisation,
  act: Act,
  command: Command,
  { look, find }: { look(): Promise<LoadedFamily | undefined>; readonly find: FindProcess },
): Promise<Rejection | undefined> {
  const authority = authorityOf(organisation, act)
  if (authority === undefined) return undefined
  const loaded = await look()
  const where = whereOf(organisation, command, loaded)
  const forbidden = notPermitted(organisation, authority.by, rightFor(command.type), where)
  if (forbidden) return forbidden
  if (command.type === "StartCase" && command.joins && loaded && !mayJoin(loaded, authority))
    return { ...joinNotPermitted, message: `${authority.by} ${joinNotPermitted.message}` }
  const reach = reachIn(command)
  return reach && stepsNotPermitted(reach, standingIn(loaded, caseOf(loaded, command), find), authority)
}

/** Whoever starts a case in a family meets its other cases: some of it must be theirs to see, or to act in. */
function mayJoin({ state }: LoadedFamily, { may, reads }: Authority): boolean {
  return [...state.cases.values()].some(({ process }) => reads(process) || may("do", { process }))
}

/** It says nothing about the family. */
const joinNotPermitted: Rejection = {
  code: "NOT_PERMITTED",
  message: "may not start a case under this case number: its family has no case they may see or act in",
  remedy: "Take another number, or ask an administrator for the right to see the family",
}

/** What is written in place reaches further than the item or case it is for; an exlet named there was deployed. */
function reachIn(command: Command): StepReach | undefined {
  if (command.type === "RunExlet") return "steps" in command.program ? reachOf(command.program.steps) : undefined
  if (command.type === "AmendItem") return reachOfNeeds(command.needs)
  return command.type === "AnswerIntervention" ? reachOfAnswer(command.answer) : undefined
}

function caseOf(loaded: LoadedFamily | undefined, command: Command): CaseId | undefined {
  if ("intervention" in command) return loaded?.handling.interventions.get(command.intervention)?.case
  if ("case" in command) return command.case
  return "item" in command ? loaded?.state.items.get(command.item)?.case : undefined
}

/** What one must be allowed to ask for that. */
export function rightFor(command: Command["type"]): Right {
  return rights[command]
}

/** Whatever of a family stands somewhere. */
export type PlacedId = FamilyId | CaseId | FrameId | ItemId | ExceptionId | RunId | InterventionId

/** Where it stands, for those who say who may do what there; a unit is where one is asked for, or where the agent belongs who has it. */
export interface Whereabouts extends Where {
  readonly process: string
}

/** Undefined for what the family does not know, or no longer. */
export function placeOf(
  organisation: Organisation,
  { state, handling }: Pick<LoadedFamily, "state" | "handling">,
  id: PlacedId,
): Whereabouts | undefined {
  const about =
    handling.interventions.get(id as InterventionId) ??
    state.exceptions.get(id as ExceptionId) ??
    state.items.get(id as ItemId)
  const of = about ?? handling.runs.get(id as RunId) ?? state.frames.get(id as FrameId)
  const found = state.cases.get(of?.case ?? (id as CaseId))
  if (found === undefined) return undefined
  const item = about && state.items.get("item" in about && about.item ? about.item : (id as ItemId))
  const unit = item?.offer?.demand.unit ?? (item?.agent && organisation.agent(item.agent)?.unit)
  return { process: found.process, ...(unit !== undefined && { unit }) }
}

/** What one must be allowed. What the engine asks of itself does not come this way: others need to be in charge of everything. */
const rights: { readonly [Type in Command["type"]]: Right } = {
  ClaimItem: "administer",
  ReturnItem: "administer",
  MissWorker: "administer",
  ExpireLease: "administer",
  FireTimer: "administer",
  AssignItem: "administer",
  ReceiveBroadcast: "administer",
  RefuseStart: "administer",
  ArmClocks: "administer",
  RaiseStalled: "administer",
  StartCase: "do",
  ReceiveMessage: "do",
  AcceptItem: "do",
  DeclineItem: "do",
  DelegateItem: "do",
  HandBackItem: "do",
  StartItem: "do",
  UpdateItem: "do",
  CompleteItem: "do",
  ProlongLease: "do",
  ReportOutput: "do",
  ReportFailure: "do",
  AddInstance: "do",
  RaiseEvent: "raise",
  ReportUnforeseen: "raise",
  RemoveCase: "intervene",
  Jump: "intervene",
  SetData: "intervene",
  ReassignItem: "intervene",
  ForceCompleteItem: "intervene",
  FailItem: "intervene",
  SkipItem: "intervene",
  RemoveItem: "intervene",
  RestartItem: "intervene",
  RetryItem: "intervene",
  AmendItem: "intervene",
  AwaitAgent: "intervene",
  Suspend: "intervene",
  Continue: "intervene",
  AnswerIntervention: "intervene",
  Recheck: "intervene",
  ReplaceRun: "intervene",
  Rollback: "intervene",
  RunExlet: "intervene",
  AssignIntervention: "intervene",
  PostponeIntervention: "intervene",
  TakeBackAnswer: "intervene",
  Reevaluate: "intervene",
}

function whereOf(organisation: Organisation, command: Command, loaded: LoadedFamily | undefined): Where {
  if (command.type === "StartCase") return { process: command.process }
  const id = subjectOf(command)
  return (loaded && id && placeOf(organisation, loaded, id)) ?? {}
}

/** What a command is about. */
function subjectOf(command: Command): PlacedId | undefined {
  if ("intervention" in command) return command.intervention
  if (command.type === "ReplaceRun") return command.run
  const target = "target" in command ? command.target : command
  if ("item" in target && target.item) return target.item
  if ("frame" in target) return target.frame
  return "case" in target ? target.case : undefined
}
