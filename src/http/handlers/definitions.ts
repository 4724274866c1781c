import type { Refusal } from "../../api/problems.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { Deployable } from "../../runtime/examining.ts"
import type { KnownProcess } from "../../runtime/processes.ts"
import type { HandlersOf } from "../handler.ts"
import { absentProcess } from "./absent.ts"
import { actOf, given, refused, told } from "./answers.ts"

export const definitions: HandlersOf<
  | "deploy"
  | "verify"
  | "convert"
  | "processes"
  | "process"
  | "net"
  | "removeProcess"
  | "exlets"
  | "stepForms"
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
    if (what === undefined) return refused(oneOfThree)
    const findings = await desk.engine.verify(what)
    const canBeDrawn = !findings.some(({ severity }) => severity === "error")
    return given({ findings, processes: canBeDrawn ? await desk.engine.sketches(what) : [] })
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
    if (found === undefined) return refused(absentProcess(name))
    const { source, form } = found
    return given({ ...row(found), source, form }, found.version)
  },

  async net({ process: name, version }, { desk }) {
    const drawing = desk.may("see", { process: name }) ? desk.engine.net(name, version) : undefined
    return drawing ? given(drawing, drawing.version) : refused(absentProcess(name))
  },

  async removeProcess(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    return told(await asking.desk.engine.removeProcess(input.process, actOf(input, asking)), () => ({}))
  },

  async stepForms(_, { desk }) {
    const closed = desk.closed(["see", "teach", "intervene"])
    return closed ? refused(closed) : given({ rows: desk.engine.stepForms() })
  },

  async exlets(_, { desk }) {
    const closed = desk.closed(["see", "teach", "intervene"])
    return closed ? refused(closed) : given({ rows: desk.engine.exlets(desk.act({})) })
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

function row({ name, version, deployedAt, deployedBy, source, reason, isRemoved }: KnownProcess) {
  const { title } = source
  return {
    ...{ name, version, deployedAt, deployedBy, isRemoved },
    ...(typeof title === "string" && { title }),
    ...(reason !== undefined && { reason }),
  }
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
