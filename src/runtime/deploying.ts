import { createHash } from "node:crypto"
import { newTree, treeKey } from "../exceptions/tree.ts"
import { applyChange } from "../exceptions/tree-change.ts"
import { replacement, treeText } from "../exceptions/tree-text.ts"
import type { Finding } from "../messages/findings.ts"
import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { onPath } from "../model/bundle-names.ts"
import { finish, type Interruptible } from "../model/interruptible.ts"
import type { TreeDefinition } from "../model/repertoire.ts"
import { placed } from "../model/source.ts"
import type { StoredDefinition, StoredProcess, StoredTreeChange } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { type Define, type DeployedHandlers, deployHandlers } from "./deploy-handlers.ts"
import type { Deployed } from "./deployed.ts"
import type { Edit } from "./edits.ts"
import { type Deployable, examining, type InForce, invalid } from "./examining.ts"
import type { Rulebook } from "./rulebook.ts"
import { staleRules } from "./stale-rules.ts"
import type { Stamp } from "./stamp.ts"

export interface Deployment extends DeployedHandlers {
  /** `isNew` is false where the newest version already had the same content: then nothing changed. */
  readonly processes: readonly Deployed[]
  readonly exlets: readonly Deployed[]
  readonly classes: readonly Deployed[]
  readonly dataClasses: readonly Deployed[]
  readonly trees: readonly Deployed[]
  /** `kind name`, as in `agent ann`. */
  readonly organisation: readonly Deployed[]
  /** Warnings; with an error nothing is deployed. */
  readonly findings: readonly Finding[]
}

export interface DeployOptions {
  /** Trees and bindings are replaced even where rules have been learnt, or handlers unbound, since they were last deployed. */
  readonly overLearnt?: boolean
}

/** Deploys all of a bundle or nothing of it. */
export const deploy = (
  what: Deployable,
  inForce: InForce,
  stamp: Stamp,
  options: DeployOptions = {},
): Answer<Edit<Deployment>> => finish(deploying(what, inForce, stamp, options))

/** The same, part by part. */
export function* deploying(
  what: Deployable,
  { processes, rulebook, staffing }: InForce,
  stamp: Stamp,
  options: DeployOptions = {},
): Interruptible<Answer<Edit<Deployment>>> {
  const { bundle, known, findings } = yield* examining(what, { processes, rulebook, staffing })
  yield
  const trees: StoredTreeChange[] = []
  const found = [...findings]
  const isSound = () => !found.some(({ severity }) => severity === "error")
  const deployedTrees: Deployed[] = []
  for (const definition of isSound() ? bundle.repertoire.trees : []) {
    const report = (finding: Finding) => found.push(finding)
    const change = yield* changeOf(definition, rulebook, options.overLearnt ?? false, report)
    const name = treeKey(definition.on, definition.at)
    const version = rulebook.byKey(name)?.version ?? 0
    if (change !== undefined) trees.push({ tree: name, version: version + 1, change, ...stamp })
    deployedTrees.push({ name, version: change === undefined ? version : version + 1, isNew: change !== undefined })
    yield
  }
  if (!isSound()) return refuse(invalid(found))

  const fresh: StoredProcess[] = []
  const definitions: StoredDefinition[] = []
  const deployedProcesses = bundle.definitions.map(({ definition: { name }, source }): Deployed => {
    const newest = processes.newest(name)
    const hash = hashOf(source)
    if (newest?.hash === hash) {
      if (processes.isRetired(name)) definitions.push(processes.deployed(name, newest.version, stamp))
      return { name, version: newest.version, isNew: false }
    }
    const version = (newest?.version ?? 0) + 1
    fresh.push({ name, version, hash, source, deployedAt: stamp.at, deployedBy: stamp.by })
    if (processes.isRetired(name) || stamp.reason !== undefined)
      definitions.push(processes.deployed(name, version, stamp))
    return { name, version, isNew: true }
  })
  const define: Define = (kind, name, source) => {
    const known = rulebook.stored(kind, name)
    if (source === null && known === undefined) return { name, version: 0, isNew: false }
    if (known && hashOf(known.source) === hashOf(source)) return { name, version: known.version, isNew: false }
    const version = rulebook.nextVersion(kind, name)
    definitions.push({ kind, name, version, source, ...stamp })
    return { name, version, isNew: true }
  }
  const exlets = bundle.repertoire.exlets.map(({ name, source }) => define("exlet", name, source))
  const classes = bundle.repertoire.classes.map(({ name, source }) => define("class", name, source))
  const dataClasses = bundle.repertoire.dataClasses.map(({ name, source }) => define("dataClass", name, source))
  const handlers = deployHandlers(bundle.repertoire, rulebook, define, {
    overLearnt: options.overLearnt ?? false,
    report: (finding) => found.push(finding),
  })

  yield
  const organisation = bundle.organisation.map(({ kind, name, definition, source }): Deployed => {
    const stored = staffing.stored(kind, name)
    const title = `${kind} ${name}`
    const written = definition === undefined ? null : source
    if (JSON.stringify(stored?.source ?? null) === JSON.stringify(written))
      return { name: title, version: stored?.version ?? 0, isNew: false }
    const version = staffing.nextVersion(kind, name)
    definitions.push({ kind, name, version, source: written, ...stamp })
    return { name: title, version, isNew: true }
  })

  yield
  const renewal = {
    processes: new Set(fresh.map(({ name }) => name)),
    known,
    trees: new Set(trees.map(({ tree }) => tree)),
    exlets: new Set(exlets.map(({ name }) => name)),
    handlers: new Set(handlers.handlers.map(({ name }) => name)),
  }
  found.push(...staleRules(rulebook, renewal))
  return accept({
    value: {
      processes: deployedProcesses,
      exlets,
      classes,
      dataClasses,
      trees: deployedTrees,
      ...handlers,
      organisation,
      findings: found,
    },
    batch: { processes: fresh, definitions, treeChanges: trees },
    comeIntoForce() {
      for (const stored of fresh) processes.remember(stored)
      if (fresh.length > 0) rulebook.epoch++
      staffing.defineAll(definitions)
      for (const definition of definitions)
        if (definition.kind === "process") processes.note(definition)
        else rulebook.define(definition)
      for (const change of trees) rulebook.change(change)
    },
  })
}

/** Undefined where the tree is as the file says, or was when it was last deployed: what was changed since stays, and is told. */
function* changeOf(
  definition: TreeDefinition,
  rulebook: Rulebook,
  overLearnt: boolean,
  report: (finding: Finding) => void,
): Interruptible<JsonObject | undefined> {
  const { on, at, nodes } = definition
  const tree = rulebook.tree(on, at) ?? newTree(on, at)
  const change = replacement(tree, nodes)
  yield
  const draft = newTree(on, at)
  const entry = { version: 1, change: replacement(draft, nodes), at: 0, by: "" as AgentId }
  yield
  applyChange(draft, entry, rulebook.reader(on, at))
  yield
  const text = JSON.stringify(treeText(draft))
  yield
  const deployed = rulebook.deployedVersion(tree.key)
  if (text === JSON.stringify(treeText(tree))) return undefined
  yield
  if (deployed > 0 && text === JSON.stringify(treeText(tree, deployed)) && !overLearnt) {
    report(
      placed(
        {
          code: "TREE_DIFFERS",
          severity: "warning",
          path: onPath(definition),
          message: `The tree on '${on}' at '${at}' has been changed since this was deployed, by learning or undoing, and stays as it is now.`,
          remedy:
            "Put what was changed into the file, or deploy the file over it on purpose (`overLearnt`, --over-learnt).",
        },
        definition.locate,
      ),
    )
    return undefined
  }
  const learnt = [...tree.nodes.values()].filter(
    ({ since, until, id }) => id > 0 && since > deployed && until === undefined,
  )
  if (learnt.length > 0 && !overLearnt) {
    report(
      placed(
        {
          code: "RULES_LEARNT",
          severity: "error",
          path: onPath(definition),
          message: `The tree on '${on}' at '${at}' has ${learnt.length === 1 ? "a rule that was" : `${learnt.length} rules that were`} learnt since it was last deployed, which this would take away.`,
          remedy:
            "Put them into the file (the tree can be written out as it stands), or deploy it over them on purpose.",
        },
        definition.locate,
      ),
    )
    return undefined
  }
  return change as unknown as JsonObject
}

function hashOf(source: StoredDefinition["source"]): string {
  return createHash("sha256").update(JSON.stringify(source)).digest("hex")
}
