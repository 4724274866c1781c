import type { Refusal } from "../../api/problems.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { Deployable } from "../../runtime/examining.ts"
import type { StoredProcess } from "../../store/port.ts"
import type { HandlersOf } from "../handler.ts"
import { absentProcess } from "./absent.ts"
import { actOf, given, refused, told } from "./answers.ts"

export const definitions: HandlersOf<
  | "deploy"
  | "verify"
  | "convert"
  | "processes"
  | "process"
  | "removeProcess"
  | "exlets"
  | "removeExlet"
  | "whereUsed"
  | "bundle"
> = {
  async deploy(input, asking) {
    const what = deployable(input)
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    if (what === undefined) return refused(oneOfThree)
    const { overLearnt = false } = input
    return asking.desk.engine.deploy(what, { ...actOf(input, asking), overLearnt })
  },

  async verify(input, { desk }) {
    const what = deployable(input)
    // What is wrong with a name tells which names there are.
    const closed = desk.closedEverywhere(["see", "teach"])
    if (closed) return refused(closed)
    return what === undefined ? refused(oneOfThree) : given({ findings: await desk.engine.verify(what) })
  },

  async convert(input, { desk }) {
    const what = deployable(input)
    const closed = desk.closedEverywhere(["see", "teach"])
    if (closed) return refused(closed)
    return what === undefined ? refused(oneOfThree) : desk.engine.convert(what, input.to)
  },

  async processes({ versions = false }, { desk }) {
    const closed = desk.closed(["see"])
    if (closed) return refused(closed)
    const seen = desk.engine.processes().filter(({ name }) => desk.may("see", { process: name }))
    const newest = new Map(seen.map((process) => [process.name, process]))
    for (const process of seen)
      if (process.version > (newest.get(process.name)?.version ?? 0)) newest.set(process.name, process)
    return given({ rows: (versions ? seen : [...newest.values()]).map(row) })
  },

  async process({ process: name, version }, { desk }) {
    const found = desk.may("see", { process: name }) ? desk.engine.process(name, version) : undefined
    return found ? given({ ...row(found), source: found.source }, found.version) : refused(absentProcess(name))
  },

  async removeProcess(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    return told(await asking.desk.engine.removeProcess(input.process, actOf(input, asking)), () => ({}))
  },

  async exlets(_, { desk }) {
    const closed = desk.closed(["see", "teach", "intervene"])
    return closed ? refused(closed) : given({ rows: desk.engine.exlets() })
  },

  async removeExlet(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    return told(await asking.desk.engine.removeExlet(input.exlet, actOf(input, asking)), () => ({}))
  },

  async whereUsed({ name }, { desk }) {
    const closed = desk.closedEverywhere(["see", "teach"])
    return closed ? refused(closed) : given({ rows: desk.engine.whereUsed(name) })
  },

  async bundle(_, { desk }) {
    const closed = desk.closedEverywhere(["administer"])
    return closed ? refused(closed) : given(desk.engine.bundle())
  },
}

function row({ name, version, deployedAt, deployedBy, source }: StoredProcess) {
  const { title } = source
  return { name, version, deployedAt, deployedBy, ...(typeof title === "string" && { title }) }
}

interface Written {
  readonly text?: string
  readonly files?: readonly { readonly name: string; readonly text: string }[]
  readonly bundle?: JsonObject
}

/** Undefined: none of the three, or more than one. */
function deployable({ text, files, bundle }: Written): Deployable | undefined {
  const said = [text, files, bundle].filter((each) => each !== undefined)
  return said.length === 1 ? said[0] : undefined
}

const oneOfThree: Refusal = {
  code: "REQUEST_INVALID",
  message: "what is to be deployed is said by one of `text`, `files` and `bundle`",
  remedy: "Say one of the three",
  fields: [{ field: "text", code: "ONE_OF", message: "one of `text`, `files` and `bundle`, and not more" }],
}
