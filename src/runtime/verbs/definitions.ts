import type { Finding } from "../../messages/findings.ts"
import { engineAgent } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { Drawing } from "../../model/drawing.ts"
import type { Form } from "../../model/forms.ts"
import type { Act, Answer } from "../answer.ts"
import type { Asking } from "../asking.ts"
import { bundleOf } from "../bundling.ts"
import { type Converted, convert, type Format } from "../converting.ts"
import { type Deployment, deploying } from "../deploying.ts"
import type { Deployable } from "../examining.ts"
import { inSlices } from "../in-slices.ts"
import type { Machinery } from "../machinery.ts"
import type { KnownProcess } from "../processes.ts"
import { requestOf } from "../requests.ts"
import { type Sketch, sketchesOf } from "../sketching.ts"
import { storedInForce } from "../stored-in-force.ts"
import { UnchangedDeployments } from "../unchanged-deployments.ts"

/** What is deployed, and whether it could be. */
export function definitionVerbs(machinery: Machinery, asking: Asking) {
  const unchanged = new UnchangedDeployments(machinery.teaching)

  return {
    /**
     * Checks everything, and deploys what is new if nothing is wrong, all of it together. The same content again changes nothing.
     * Rules learnt since a tree was deployed are not taken away unless `overLearnt` says so.
     */
    deploy(what: Deployable, act: Act & { readonly overLearnt?: boolean } = {}): Promise<Answer<Deployment>> {
      const { overLearnt } = act
      const options = overLearnt ? { overLearnt } : {}
      return asking.edit<Deployment>({
        act,
        request: requestOf(act, { deploy: what, overLearnt }),
        prepare: (stamp) =>
          unchanged.edit(what, options, () => inSlices(deploying(what, machinery.teaching, stamp, options))),
      })
    },

    /**
     * Everything wrong or doubtful about it, together with what is deployed; nothing is done. It is looked at longer than for
     * deploying: what may go wrong when it runs comes with the steps of a story that lead there. With errors in it that has to wait.
     */
    async verify(what: Deployable): Promise<readonly Finding[]> {
      const { verifier, store, processes } = machinery
      if (verifier) return verifier.verify(what, await storedInForce(store, processes))
      const stamp = { at: machinery.clock.now(), by: engineAgent }
      const examined = await inSlices(deploying(what, machinery.teaching, stamp))
      return examined.ok ? examined.value.value.findings : (examined.rejection.findings ?? [])
    },

    /** The processes in what somebody wrote, which must be free of errors, as something to look at. */
    async sketches(what: Deployable): Promise<readonly Sketch[]> {
      return machinery.verifier ? machinery.verifier.sketch(what) : sketchesOf(what)
    },

    /** The same definitions in another format; nothing is done. What the format has no words for is in the findings. */
    convert(what: Deployable, to: Format): Answer<Converted> {
      return convert(what, to)
    },

    processes(): readonly KnownProcess[] {
      return machinery.processes.all()
    },

    /** The newest version unless set; also of a process that is not to be started any more. `form`: what a case of it begins with. */
    process(name: string, version?: number): (KnownProcess & { readonly form: Form }) | undefined {
      const stored =
        version === undefined ? machinery.processes.newest(name) : machinery.processes.stored(name, version)
      return stored && { ...machinery.processes.known(stored), form: machinery.processes.form(name, stored.version) }
    },

    /** A version of a process, the newest unless set, as something to look at. */
    net(name: string, version?: number): Drawing | undefined {
      return machinery.processes.drawing(name, version)
    },

    /** What people call a task, as the newest version of its process has it; undefined where nobody has said. */
    titleOf(process: string, task: string): string | undefined {
      return machinery.processes.titles(process).get(task)
    },

    /** All that is in force as one bundle, rules as they stand: what `deploy` makes the same of in an empty engine. */
    bundle(): JsonObject {
      return bundleOf(machinery.teaching)
    },
  }
}
