import type { Finding } from "../messages/findings.ts"
import { asAgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { deploying } from "../runtime/deploying.ts"
import type { Deployable, InForce } from "../runtime/examining.ts"
import { inSlices } from "../runtime/in-slices.ts"
import { Processes } from "../runtime/processes.ts"
import { Rulebook } from "../runtime/rulebook.ts"
import { Staffing } from "../runtime/staffing.ts"
import type { StoredInForce } from "../runtime/stored-in-force.ts"
import { openMemoryStore } from "../store/memory/store.ts"

/** What is in force where families are played through: a bundle, and what was there before it. */
export type Stage = InForce

/** What is stored comes into force, and nowhere else. */
export async function stageOf({ processes: all, definitions, treeChanges }: StoredInForce): Promise<Stage> {
  const store = {
    ...openMemoryStore(),
    processes: () => Promise.resolve(all),
    definitions: () => Promise.resolve(definitions),
    treeChanges: () => Promise.resolve(treeChanges),
  }
  const processes = await Processes.open(store)
  return {
    processes,
    rulebook: await Rulebook.open(store, processes.current),
    staffing: await Staffing.open(store),
  }
}

type StageSet =
  | { readonly ok: true; readonly stage: Stage }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/** Everything of a bundle comes into force, on top of what is deployed, and nowhere else. With errors in it there is no stage. */
export async function setStage(what: Deployable, before?: JsonObject): Promise<StageSet> {
  const stage = await stageOf(nothing)
  const set = before === undefined ? undefined : await setOn(stage, before)
  return set === undefined || set.ok ? setOn(stage, what) : set
}

/** What a bundle puts into force where nothing is yet, as it is stored; undefined: it has errors. */
export async function storedBy(bundle: JsonObject): Promise<StoredInForce | undefined> {
  const deployed = await deployOn(await stageOf(nothing), bundle)
  return deployed.ok ? { ...nothing, ...deployed.value.batch } : undefined
}

/** Everything of a bundle comes into force on a stage. With errors in it nothing does. */
export async function setOn(stage: Stage, what: Deployable): Promise<StageSet> {
  const deployed = await deployOn(stage, what)
  if (!deployed.ok) return { ok: false, findings: deployed.rejection.findings ?? [] }
  deployed.value.comeIntoForce()
  return { ok: true, stage }
}

const deployOn = (stage: Stage, what: Deployable) =>
  inSlices(deploying(what, stage, { at: 0, by: asAgentId("author") }, { overLearnt: true }))

const nothing: StoredInForce = { processes: [], definitions: [], treeChanges: [] }
