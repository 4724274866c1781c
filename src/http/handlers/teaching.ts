import { type Desk, notPermitted } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Refusal } from "../../api/problems.ts"
import type { HandlersOf } from "../handler.ts"
import { absentDecision, absentProcess, absentTree } from "./absent.ts"
import { given, refused } from "./answers.ts"
import { learntFrom, mayRead, reading, whereOf } from "./rules.ts"

export const teaching: HandlersOf<
  "treeNodes" | "treeHits" | "treeHandles" | "lesson" | "repeatedAnswers" | "checkCondition" | "vocabulary"
> = {
  async treeNodes({ tree: key, version }, { desk }) {
    const found = desk.engine.treeNodes(key, version)
    if (found === undefined || !mayRead(desk, found.at)) return refused(absentTree(key))
    if (desk.mayOne(reading, whereOf(found.at))) return given(found, found.version)
    const nodes = found.nodes.map(({ cornerstone: _, ...node }) => node)
    return given({ ...found, nodes }, found.version)
  },

  async treeHits({ tree: key, limit }, { desk }) {
    const found = desk.engine.tree(key)
    if (found === undefined || !mayRead(desk, found.at)) return refused(absentTree(key))
    const isOpen = desk.mayOne(reading, whereOf(found.at))
    const hits = await desk.engine.treeHits(key, {
      ...(limit !== undefined && { limit }),
      ...(!isOpen && { isCounted: (family: string) => desk.sees(family, reading) }),
    })
    return hits ? given(hits) : refused(absentTree(key))
  },

  async treeHandles({ tree: key }, { desk }) {
    const found = desk.engine.tree(key)
    if (found === undefined || !mayRead(desk, found.at)) return refused(absentTree(key))
    const handles = await desk.engine.treeHandles(key, { isCounted: (process) => desk.mayOne(reading, { process }) })
    return handles ? given(handles) : refused(absentTree(key))
  },

  async lesson({ on, at, from }, { desk }) {
    const refusal = await unseen(desk, at, from)
    if (refusal) return refused(refusal)
    const maySee = (id: string) => desk.sees(id, reading)
    return desk.engine.lesson({ on, at, from: learntFrom(from), maySee }, desk.act({}))
  },

  async repeatedAnswers({ process, least }, { desk }) {
    const closed = desk.closed(reading)
    if (closed) return refused(closed)
    if (desk.engine.process(process) === undefined || !desk.mayOne(reading, { process }))
      return refused(absentProcess(process))
    return given({ rows: await desk.engine.repeatedAnswers(process, least === undefined ? {} : { least }) })
  },

  async checkCondition({ from, ...asked }, { desk }) {
    const refusal = await unseen(desk, asked.at, from)
    if (refusal) return refused(refusal)
    const maySee = (id: string) => desk.sees(id, reading)
    const condition = { ...asked, ...(from && { from: learntFrom(from) }), maySee }
    return desk.engine.checkCondition(condition, desk.act({}))
  },

  async vocabulary(asked, { desk }) {
    const { at = "everywhere" } = asked
    const { process } = whereOf(at)
    const isThere = process === undefined || desk.engine.process(process) !== undefined
    const refusal = await unseen(desk, at)
    if (refusal) return refused(refusal)
    return isThere ? given(desk.engine.vocabulary(asked, desk.act({}))) : refused(absentProcess(process))
  },
}

/** Whoever may not read the rules somewhere is told nothing of what they see; what he may not see is not there. */
async function unseen(desk: Desk, at: string, from?: Input<"lesson">["from"]): Promise<Refusal | undefined> {
  const closed = desk.closed(reading)
  if (closed) return closed
  const { process } = whereOf(at)
  if (!mayRead(desk, at)) return process === undefined ? notPermitted(desk.agent, reading) : absentProcess(process)
  if (from === undefined) return undefined
  const id = "version" in from ? from.family : from.case
  return (await desk.sees(id, reading)) ? undefined : absentDecision(`to learn from at ${id}`)
}
