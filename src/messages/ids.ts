declare const brand: unique symbol

/** A case and everything started on its behalf; equal to the id of its root case. */
export type FamilyId = string & { readonly [brand]: "Family" }
export type CaseId = string & { readonly [brand]: "Case" }
export type ItemId = string & { readonly [brand]: "Item" }
/** One running net: a case's own (its id is the case's) or one instance of an activity's (`<item>.<instance>`). */
export type FrameId = string & { readonly [brand]: "Frame" }
export type HoldId = string & { readonly [brand]: "Hold" }
export type TimerId = string & { readonly [brand]: "Timer" }
export type ExceptionId = string & { readonly [brand]: "Exception" }
export type MessageId = string & { readonly [brand]: "Message" }
/** One execution of an exlet; its number is the version of the event that began it. */
export type RunId = string & { readonly [brand]: "Run" }
/** A question to a person; its number is the version of the event that opened it. */
export type InterventionId = string & { readonly [brand]: "Intervention" }
/** Something people are told; its number is the version of the event that tells it. */
export type NotificationId = string & { readonly [brand]: "Notification" }
/** A person or a program, by the name the organisation knows it under. */
export type AgentId = string & { readonly [brand]: "Agent" }

/** What has ids inside a family. */
export interface LocalIds {
  case: CaseId
  item: ItemId
  hold: HoldId
  timer: TimerId
  exception: ExceptionId
  message: MessageId
  run: RunId
  intervention: InterventionId
  notification: NotificationId
}

const letters: { readonly [Kind in keyof LocalIds]: string } = {
  case: "c",
  item: "i",
  hold: "h",
  timer: "t",
  exception: "x",
  message: "m",
  run: "r",
  intervention: "q",
  notification: "n",
}

/** Ids inside a family are its own id, a letter and a number, so any of them tells which family to load. */
export function localId<Kind extends keyof LocalIds>(family: FamilyId, kind: Kind, number: number): LocalIds[Kind] {
  return `${family}.${letters[kind]}${number}` as LocalIds[Kind]
}

export function familyOf(
  id: FamilyId | CaseId | ItemId | FrameId | HoldId | TimerId | ExceptionId | RunId | InterventionId,
): FamilyId {
  const dot = id.indexOf(".")
  return (dot < 0 ? id : id.slice(0, dot)) as FamilyId
}

/** The number a local id carries; 0 for a root case. Ids are given in rising order, so a smaller number is older. */
export function numberOf(
  id: CaseId | ItemId | HoldId | TimerId | ExceptionId | MessageId | RunId | InterventionId,
): number {
  const dot = id.indexOf(".")
  return dot < 0 ? 0 : Number.parseInt(id.slice(dot + 2), 10)
}

export const rootCase = (family: FamilyId): CaseId => family as string as CaseId
export const rootFrame = (id: CaseId): FrameId => id as string as FrameId
export const instanceFrame = (item: ItemId, instance: number): FrameId => `${item}.${instance}` as FrameId

/** Where names from outside become ids. Nothing is looked up: an id nobody knows is refused by whoever needs it. */
export const asFamilyId = (text: string): FamilyId => text as FamilyId
export const asCaseId = (text: string): CaseId => text as CaseId
export const asItemId = (text: string): ItemId => text as ItemId
export const asExceptionId = (text: string): ExceptionId => text as ExceptionId
export const asRunId = (text: string): RunId => text as RunId
export const asInterventionId = (text: string): InterventionId => text as InterventionId
export const asNotificationId = (text: string): NotificationId => text as NotificationId
export const asAgentId = (text: string): AgentId => text as AgentId

/** Whoever acts when nobody is named: it may do everybody's work. */
export const administrator = asAgentId("administrator")
/** The engine itself, opening activities and ending waits. */
export const engineAgent = asAgentId("engine")
