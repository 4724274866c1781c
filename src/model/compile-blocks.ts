import { coverEverything } from "../expressions/coverage.ts"
import type { Expression } from "../expressions/expression.ts"
import type { PlaceId } from "../messages/events.ts"
import type { Path } from "../messages/findings.ts"
import {
  compileMany,
  compileStep,
  compileTask,
  compileWait,
  insideMany,
  namesAround,
  type Surroundings,
} from "./compile-task.ts"
import type { ActivityBlock, Block, ChoiceBlock, ScopedProperties, WhileBlock } from "./definition.ts"
import type { BlockInfo, Net, Node, Output, Sequence } from "./net.ts"
import type { NetDraft } from "./net-draft.ts"
import { compileAt } from "./vocabulary.ts"

/** What is made while a process is compiled: its nets and blocks, and what must be looked up once all are known. */
export interface Workshop {
  readonly nets: Map<string, Net>
  readonly blocks: Map<string, BlockInfo>
  /** Where each node and activity was written. */
  readonly paths: Map<string, Path>
  /** Names for blocks that have none: they may change when the process does, so nothing written by people can use them. */
  nameless(kind: string): string
  /** Draws the net of an activity or of an instance, however it was written, and what lies aside of it. */
  drawBody(name: string, body: ActivityBlock["body"], owner: Net["owner"], site: Site, aside?: readonly Block[]): void
  /** Draws what may stand in for a step beside it. */
  drawAlternatives(step: Pick<ScopedProperties, "alternatives">, name: string, to: PlaceId, site: Site): void
}

/** Where a block is drawn. */
export interface Site {
  readonly draft: NetDraft
  readonly around: Surroundings
  readonly loops: readonly string[]
  readonly workshop: Workshop
  /** The alternative it is drawn in. */
  readonly alternative?: Node["alternative"]
}

/** Draws blocks one after the other between two places. Gives what the last one is called. */
export function drawSequence(
  blocks: readonly Block[],
  from: PlaceId,
  to: PlaceId,
  site: Site,
  what: Pick<Sequence, "isApart" | "isAside" | "branch"> & { readonly alternativeOf?: string } = {},
): string | undefined {
  const { draft, workshop } = site
  const before = draft.mark()
  const named = blocks.map((block) => ({ block, name: block.name ?? workshop.nameless(block.kind) }))
  if (named.length === 0)
    drawRoute(site, { name: workshop.nameless("nothing"), inputs: [from], outputs: [{ place: to }] })
  let here = from
  named.forEach(({ block, name }, index) => {
    const next = named[index + 1]
    const there = next === undefined ? to : draft.place(`>${next.name}`)
    drawBlock(block, name, here, there, site)
    here = there
  })
  const { alternativeOf, ...known } = what
  draft.drewSequence({ entry: from, from: before, ...known }, alternativeOf)
  return named.at(-1)?.name
}

export function drawRoute(site: Site, route: Pick<Node, "name" | "inputs" | "outputs"> & Partial<Node>): void {
  const { loops, alternative } = site
  site.draft.add({ kind: "route", join: "xor", split: "and", loops, ...(alternative && { alternative }), ...route })
}

function drawBlock(block: Block, name: string, from: PlaceId, to: PlaceId, site: Site): void {
  const { draft, around, loops, workshop, alternative } = site
  const before = draft.mark()
  workshop.paths.set(name, block.path)
  const simple = {
    name,
    join: "xor",
    inputs: [from],
    split: "and",
    outputs: [{ place: to }],
    loops,
    ...(alternative && { alternative }),
  } as const
  const remember = (kind: BlockInfo["kind"], parents: readonly (string | undefined)[]) => {
    const region = draft.since(before)
    workshop.blocks.set(name, {
      name,
      kind,
      net: draft.name,
      parents: parents.filter((parent) => parent !== undefined),
      ...(kind !== "while" && parents.includes(undefined) && { isPassable: true }),
      region: { nodes: region.nodes, places: new Set([from, ...region.places]) },
      entry: from,
      exit: to,
      loops,
    })
  }
  switch (block.kind) {
    case "task": {
      const task = compileTask(block.properties, around)
      workshop.drawAlternatives(block.properties, name, to, site)
      const kind = block.properties.worker === undefined ? "work" : "program"
      draft.add({ ...simple, kind, task, cancelling: block.properties.cancels })
      return
    }
    case "wait": {
      const wait = compileWait(block.wait, around)
      const task = compileStep(stepOf(block), around)
      draft.add({ ...simple, kind: "wait", task: withFields(task, around), ...(wait && { wait }) })
      return
    }
    case "activity": {
      draft.add({
        ...simple,
        kind: "activity",
        task: compileStep(block.properties, around),
        cancelling: block.properties.cancels,
      })
      workshop.drawAlternatives(block.properties, name, to, site)
      workshop.drawBody(name, block.body, { net: draft.name, node: name }, site, block.properties.aside)
      return
    }
    case "forEach": {
      const many = compileMany(block.many, around)
      const task = compileStep(block.properties, around)
      draft.add({ ...simple, kind: "activity", task, ...(many && { many }), cancelling: block.properties.cancels })
      const inside = { ...site, around: insideMany(block.many, around) }
      workshop.drawBody(name, { form: "flow", flow: block.do }, { net: draft.name, node: name }, inside)
      workshop.drawAlternatives(block.properties, name, to, site)
      return
    }
    case "sequence":
      remember("sequence", [drawSequence(block.do, from, to, site)])
      return
    case "first":
      checkFirst(block.branches, block.path, site)
      remember(
        "first",
        block.branches.map((branch) => drawSequence(branch, from, to, site)),
      )
      return
    case "parallel": {
      const branches = block.branches.map((branch, index) => drawBranch(branch, name, index, site))
      drawRoute(site, {
        name: `${name}~split`,
        inputs: [from],
        outputs: branches.map(({ entry }) => ({ place: entry })),
      })
      drawRoute(site, { name, join: "and", inputs: branches.map(({ exit }) => exit), outputs: [{ place: to }] })
      remember(
        "parallel",
        branches.map(({ last }) => last),
      )
      return
    }
    case "choice": {
      const outputs = conditionsOf(block, site)
      const parents = block.cases.map((branch, index) => {
        const output = outputs[index]
        if (branch.do.length === 0) {
          if (output) output.place = to
          return undefined
        }
        const entry = draft.place(`>${name}.${index + 1}`)
        if (output) output.place = entry
        return drawSequence(branch.do, entry, to, site)
      })
      drawRoute(site, { name, split: "xor", inputs: [from], outputs })
      remember("choice", parents)
      return
    }
    case "some": {
      const outputs = conditionsOf(block, site)
      const branches = block.cases.map((branch, index) => drawBranch(branch.do, name, index, site))
      branches.forEach(({ entry }, index) => {
        const output = outputs[index]
        if (output) output.place = entry
      })
      drawRoute(site, { name: `${name}~split`, split: "or", inputs: [from], outputs })
      drawRoute(site, { name, join: "or", inputs: branches.map(({ exit }) => exit), outputs: [{ place: to }] })
      remember(
        "some",
        branches.map(({ last }) => last),
      )
      return
    }
    case "while":
      remember("while", [drawLoop(block, name, from, to, site)])
      return
  }
}

function drawBranch(blocks: readonly Block[], name: string, index: number, site: Site) {
  const entry = site.draft.place(`>${name}.${index + 1}`)
  const exit = site.draft.place(`${name}.${index + 1}>`)
  return { entry, exit, last: drawSequence(blocks, entry, exit, site, { branch: { of: name, exit } }) }
}

function drawLoop(block: WhileBlock, name: string, from: PlaceId, to: PlaceId, site: Site): string | undefined {
  const { draft, around, loops } = site
  const condition = compileAt(block.test.condition, namesAround(around), around.report, "boolean")
  const body = draft.place(`>${name}.do`)
  const back = draft.place(`${name}<`)
  const inside = { ...site, loops: [name, ...loops] }
  const loop = { name, entry: from, body }
  if (block.do.length === 0) {
    around.report({
      code: "EMPTY_LOOP",
      severity: "error",
      path: block.path,
      message: `the loop${block.name ? ` "${block.name}"` : ""} has nothing to do, so it could never end once begun`,
      remedy: "Put at least one task under do",
    })
  }
  if (block.test.form === "while") {
    drawRoute(site, {
      name,
      split: "xor",
      inputs: [from, back],
      outputs: [{ place: body, ...(condition && { when: condition }) }, { place: to }],
      loop,
    })
    return drawSequence(block.do, body, back, inside)
  }
  const tested = draft.place(`${name}.do>`)
  drawRoute(site, { name, inputs: [from, back], outputs: [{ place: body }], loop })
  const last = drawSequence(block.do, body, tested, inside)
  drawRoute(
    { ...site, loops: inside.loops },
    {
      name: `${name}~test`,
      split: "xor",
      inputs: [tested],
      outputs: [{ place: to, ...(condition && { when: condition }) }, { place: back }],
    },
  )
  return last
}

/** The condition of each branch; the places are filled in by the caller. */
function conditionsOf(block: ChoiceBlock, site: Site): { place: PlaceId; when?: Expression }[] {
  const { around } = site
  const vocabulary = namesAround(around)
  const outputs = block.cases.map((branch): { place: PlaceId; when?: Expression } => {
    const when = branch.when && compileAt(branch.when, vocabulary, around.report, "boolean")
    return { place: "", ...(when && { when }) }
  })
  const hasOtherwise = block.cases.some((branch) => branch.when === undefined)
  warnIfUncovered(block.name ?? block.kind, block.path, outputs, hasOtherwise, site)
  return outputs
}

export function warnIfUncovered(
  name: string,
  path: Path,
  outputs: readonly Partial<Output>[],
  hasOtherwise: boolean,
  site: Site,
): void {
  const conditions = outputs.map(({ when }) => when).filter((when) => when !== undefined)
  if (hasOtherwise || coverEverything(conditions)) return
  site.around.report({
    code: "NO_OTHERWISE",
    severity: "warning",
    path,
    message: `"${name}" has no otherwise: when no condition holds, NoBranch is raised and the case waits there`,
    remedy: "Add an otherwise branch, or leave it if that cannot happen",
  })
}

/** What begins by itself would win before anybody could choose. */
function checkFirst(branches: readonly (readonly Block[])[], path: Path, site: Site): void {
  branches.forEach((branch, index) => {
    const [head] = branch
    if (head && ["task", "wait", "first"].includes(head.kind)) return
    site.around.report({
      code: "FIRST_NEEDS_TASK",
      severity: "error",
      path: [...path, "branches", index],
      message: "a branch of first must begin with something that can be started: a task, a program or a wait",
      remedy: head ? `Put a task before the ${head.kind}` : "Put a task in it, or remove the branch",
    })
  })
}

function stepOf(block: { readonly title?: string }) {
  return {
    ...(block.title !== undefined && { title: block.title }),
    on: new Map(),
    select: false,
    cancels: [],
    pauseTimers: false,
  }
}

/** A message may bring any of the process's data. */
function withFields(task: ReturnType<typeof compileStep>, around: Surroundings) {
  return { ...task, writes: { fields: new Map([...around.variables, ...around.collected]) } }
}
