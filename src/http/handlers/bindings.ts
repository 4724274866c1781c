import { type Desk, notPermitted } from "../../access/desk.ts"
import type { Refusal } from "../../api/problems.ts"
import { scopesIn } from "../../runtime/binding.ts"
import type { HandlersOf } from "../handler.ts"
import { absentProcess } from "./absent.ts"
import { actOf, given, refused, told } from "./answers.ts"
import { mayRead, whereOf } from "./rules.ts"

const reading = ["see", "teach", "intervene"] as const

export const bindings: HandlersOf<
  | "handlers"
  | "bind"
  | "unbind"
  | "removeHandler"
  | "exceptionClasses"
  | "dataClasses"
  | "patterns"
  | "removePattern"
  | "constraints"
  | "removeConstraint"
> = {
  async handlers(_, { desk }) {
    const closed = desk.closed(reading)
    if (closed) return refused(closed)
    return given({ rows: desk.engine.handlers(desk.act({})) })
  },

  async bind(input, asking) {
    const { handler, at, with: values } = input
    const refusal = mayTeachAt(asking.desk, scopesIn(at))
    if (refusal) return refused(refusal)
    return asking.desk.engine.bind({ handler, at, ...(values && { with: values }) }, actOf(input, asking))
  },

  async unbind(input, asking) {
    const { handler, at } = input
    const { engine } = asking.desk
    const scopes =
      at === undefined
        ? engine
            .handlers()
            .flatMap(({ name, bindings: bound }) => (name === handler ? bound.map((each) => each.at) : []))
        : scopesIn(at)
    const refusal = mayTeachAt(asking.desk, scopes)
    if (refusal) return refused(refusal)
    return engine.unbind({ handler, ...(at !== undefined && { at }) }, actOf(input, asking))
  },

  async removeHandler(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    return told(await asking.desk.engine.removeHandler(input.handler, actOf(input, asking)), () => ({}))
  },

  async exceptionClasses(_, { desk }) {
    const closed = desk.closed(reading)
    if (closed) return refused(closed)
    // A class that was learnt from a report has the words of its case.
    const maySeeAll = desk.mayOne(reading)
    return given({ rows: desk.engine.exceptionClasses().filter(({ isBuiltIn }) => maySeeAll || isBuiltIn) })
  },

  async dataClasses(_, { desk }) {
    const closed = desk.closed(reading)
    return closed ? refused(closed) : given({ rows: desk.engine.dataClasses(desk.act({})) })
  },

  async patterns(_, { desk }) {
    const closed = desk.closed(reading)
    return closed ? refused(closed) : given({ rows: desk.engine.patterns(desk.act({})) })
  },

  async removePattern(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    return told(await asking.desk.engine.removePattern(input.pattern, actOf(input, asking)), () => ({}))
  },

  async constraints(_, { desk }) {
    const closed = desk.closed(["see", "teach"])
    if (closed) return refused(closed)
    return given({ rows: desk.engine.constraints().filter(({ at }) => mayRead(desk, at)) })
  },

  async removeConstraint(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    return told(await asking.desk.engine.removeConstraint(input.constraint, actOf(input, asking)), () => ({}))
  },
}

/** Why somebody may not change what holds at one of the scopes; a process he may not see is not there. */
function mayTeachAt(desk: Desk, scopes: readonly string[]): Refusal | undefined {
  if (scopes.length === 0) return desk.closed(["teach"])
  for (const at of scopes) {
    const where = whereOf(at)
    if (desk.may("teach", where)) continue
    return where.process === undefined || desk.may("see", where) || !desk.somewhere(["teach"])
      ? notPermitted(desk.agent, ["teach"])
      : absentProcess(where.process)
  }
  return undefined
}
