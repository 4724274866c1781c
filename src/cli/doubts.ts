import type { Client, Input, Output } from "../client.ts"
import { meant } from "../model/names.ts"
import { localMoment } from "./local-moment.ts"
import { handledLines } from "./show-interventions.ts"

/** Raised, but no rule answered and no class has the name: most likely it is written wrongly. */
export async function nobodyWaits(
  { events }: Output<"raise">,
  input: Input<"raise">,
  client: Client,
): Promise<readonly string[]> {
  const isPlain = events.some((event) => event.type === "EventRaised")
  const isAnswered = events.some((event) => event.type === "RunStarted" || event.type === "InterventionOpened")
  if (!isPlain || isAnswered) return []
  const told = await client.caseTriggers({ case: input.case })
  const names = told.ok ? told.value.rows.map((row) => row.class) : []
  if (names.includes(input.class)) return []
  const otherwise = `'exlet triggers ${input.case}' lists what can be raised.`
  return [`Nobody waits for '${input.class}'; ${meant(input.class, names, otherwise).replace(/^Did/, "did")}`]
}

/** A key signs its agent in; one nobody knows may do nothing. */
export async function strangerKey(
  { key }: Output<"createKey">,
  _: Input<"createKey">,
  client: Client,
): Promise<readonly string[]> {
  const told = await client.organisation()
  const agents = told.ok ? told.value.rows.filter(({ kind }) => kind === "agent").map(({ name }) => name) : []
  if (agents.length === 0 || agents.includes(key.agent)) return []
  return [`The organisation has no agent '${key.agent}'. ${meant(key.agent, agents, "Deploy one, or revoke the key.")}`]
}

/** How long the secret before the new one can still be used. */
export async function oldSecret(
  { key }: Output<"rotateKey">,
  _: Input<"rotateKey">,
  client: Client,
): Promise<readonly string[]> {
  const told = await client.keys()
  const ends = told.ok ? told.value.rows.flatMap((row) => (row.of === key.id ? (row.expiresAt ?? []) : [])) : []
  return ends.length === 0 ? [] : [`The old secret is good until ${localMoment(Math.max(...ends))}.`]
}

/** A rule that was learnt may answer what others have been asked. */
export async function handledToo(
  { tree }: Output<"learn">,
  { dryRun }: Input<"learn">,
  client: Client,
): Promise<readonly string[]> {
  const told = dryRun ? undefined : await client.treeHandles({ tree })
  return told?.ok && told.value.handles > 0 ? handledLines(told.value) : []
}
