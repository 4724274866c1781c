import { createHash } from "node:crypto"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Answer, accept } from "./answer.ts"
import type { Deployed } from "./deployed.ts"
import type { Deployment, DeployOptions } from "./deploying.ts"
import type { Edit } from "./edits.ts"
import type { Deployable, InForce } from "./examining.ts"
import { revisionOf } from "./stored-in-force.ts"

/** Answers a deployment that was made before, while nothing else has come into force, without looking at it again. */
export class UnchangedDeployments {
  readonly #inForce: InForce
  readonly #answers = new Map<string, { readonly revision: string; readonly value: Deployment }>()

  constructor(inForce: InForce) {
    this.#inForce = inForce
  }

  async edit(
    what: Deployable,
    options: DeployOptions,
    prepare: () => Answer<Edit<Deployment>> | Promise<Answer<Edit<Deployment>>>,
  ): Promise<Answer<Edit<Deployment>>> {
    const text = textOf(what, options)
    if (text === undefined) return prepare()
    const name = createHash("sha256").update(text).digest("base64url")
    const known = this.#answers.get(name)
    if (known?.revision === this.#revision) return accept({ value: known.value, batch: {}, comeIntoForce: () => {} })
    // What is large was a turn's work to take in.
    if (text.length > largeText) await nextTurn()
    const before = this.#revision
    const prepared = await prepare()
    if (!prepared.ok) return prepared
    const { value, batch, comeIntoForce } = prepared.value
    if (Object.values(batch).every((part) => Array.isArray(part) && part.length === 0)) this.#note(name, value, before)
    const isRemoving = batch.definitions?.some(({ source }) => source === null)
    return accept({
      value,
      batch,
      comeIntoForce: () => {
        comeIntoForce()
        if (!isRemoving) this.#note(name, againOf(value), this.#revision)
      },
    })
  }

  get #revision(): string {
    return revisionOf(this.#inForce)
  }

  #note(name: string, value: Deployment, revision: string): void {
    this.#answers.delete(name)
    this.#answers.set(name, { revision, value })
    for (const [oldest] of this.#answers) {
      if (this.#answers.size <= most) break
      this.#answers.delete(oldest)
    }
  }
}

const most = 20
const largeText = 20_000

/** Undefined for what is no JSON: that is refused in the end. */
function textOf(what: Deployable, { overLearnt = false }: DeployOptions): string | undefined {
  try {
    return JSON.stringify([overLearnt, what])
  } catch {
    return undefined
  }
}

/** What the same says when it has come into force; whatever a new version of a process made stale was told once. */
function againOf(value: Deployment): Deployment {
  const again = (deployed: readonly Deployed[]) => deployed.map((each) => ({ ...each, isNew: false }))
  return {
    processes: again(value.processes),
    exlets: again(value.exlets),
    classes: again(value.classes),
    dataClasses: again(value.dataClasses),
    trees: again(value.trees),
    handlers: again(value.handlers),
    bindings: again(value.bindings),
    patterns: again(value.patterns),
    constraints: again(value.constraints),
    organisation: again(value.organisation),
    findings: value.findings.filter(({ code }) => code !== "RULE_STALE"),
  }
}
