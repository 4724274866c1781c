import type { Family } from "../engine/family.ts"
import type { Command } from "../messages/commands.ts"
import type { AgentId, CaseId, ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Right } from "../model/organisation.ts"
import type { Organisation } from "../people/organisation.ts"
import { explainPermission, type Where } from "../people/permissions.ts"
import type { LoadedFamily } from "./families.ts"

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
  by: AgentId,
  command: Command,
  family: () => Promise<LoadedFamily | undefined>,
): Promise<Rejection | undefined> {
  if (organisation.permissions.size === 0) return undefined
  return notPermitted(organisation, by, rights[command.type], whereOf(organisation, command, await family()))
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
}

function whereOf(organisation: Organisation, command: Command, loaded: LoadedFamily | undefined): Where {
  if (command.type === "StartCase") return { process: command.process }
  if (loaded === undefined) return {}
  const { state, handling } = loaded
  if (command.type === "AnswerIntervention") {
    const about = handling.interventions.get(command.intervention)
    return about?.item ? whereOfItem(organisation, state, about.item) : whereOfCase(state, about?.case)
  }
  if (command.type === "ReplaceRun") return whereOfCase(state, handling.runs.get(command.run)?.case)
  const target = "target" in command ? command.target : command
  if ("item" in target && target.item) return whereOfItem(organisation, state, target.item)
  if ("frame" in target) return whereOfCase(state, state.frames.get(target.frame)?.case)
  return "case" in target ? whereOfCase(state, target.case) : {}
}

/** A unit is where it is asked for, or where the one who has it belongs. */
function whereOfItem(organisation: Organisation, family: Family, id: ItemId): Where {
  const item = family.items.get(id)
  const unit = item?.offer?.demand.unit ?? (item?.agent && organisation.agent(item.agent)?.unit)
  return { ...whereOfCase(family, item?.case), ...(unit !== undefined && { unit }) }
}

function whereOfCase(family: Family, id: CaseId | undefined): Where {
  const process = id && family.cases.get(id)?.process
  return process === undefined ? {} : { process }
}
