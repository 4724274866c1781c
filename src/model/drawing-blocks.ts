import type { Block, ChoiceBlock, FirstBlock, ParallelBlock, StepProperties, WhileBlock } from "./definition.ts"
import type { DrawnNode } from "./drawing.ts"
import type { Loose, Piece, Sketch } from "./drawing-sketch.ts"
import { kindOfWait, stepWords, titleOfBlock, titleOfJoin, titleOfWait } from "./drawing-words.ts"
import { titleOf } from "./forms.ts"

/** What is around a block in its net. */
export type Surroundings = Pick<DrawnNode, "isAside" | "alternativeOf" | "within">

/** Blocks one after the other; undefined: there are none. */
export function sketchSequence(blocks: readonly Block[], around: Surroundings, sketch: Sketch): Piece | undefined {
  let drawn: Piece | undefined
  for (const block of blocks) {
    const next = sketchBlock(block, around, sketch)
    if (drawn) sketch.connect(drawn.exits, next.entry)
    drawn = { entry: drawn?.entry ?? next.entry, exits: next.exits }
  }
  return drawn
}

/** Each block leads to the end, or where it says. */
export function sketchAside(aside: readonly Block[], sketch: Sketch): void {
  for (const block of aside) {
    const { exits } = sketchBlock(block, { isAside: true }, sketch)
    if (block.then) sketch.refer(exits, block.then.name)
    else sketch.connect(exits, sketch.end)
  }
}

/** What a step leads to besides what comes after it; what comes after it follows what stands in for it too. */
export function sketchBeside(
  { id, name }: { readonly id: string; readonly name: string },
  { alternatives = [], on, cancels }: Pick<StepProperties, "alternatives" | "on" | "cancels">,
  around: Surroundings,
  sketch: Sketch,
): readonly Loose[] {
  for (const [event, to] of on) sketch.refer([sketch.loose(id, "arc", event)], to.name)
  for (const { name: other } of cancels) sketch.refer([sketch.loose(id, "cancel")], other)
  return alternatives.flatMap((blocks, index) => {
    const number = alternatives.length > 1 ? String(index + 1) : undefined
    return through(blocks, sketch.loose(id, "alternative", number), { ...around, alternativeOf: name }, sketch)
  })
}

function sketchBlock(block: Block, around: Surroundings, sketch: Sketch): Piece {
  const name = sketch.studio.nameOf(block.path)
  switch (block.kind) {
    case "task": {
      const { properties } = block
      const kind = properties.worker === undefined ? "task" : "program"
      const title = properties.title ?? block.title ?? titleOf(name)
      const id = sketch.add(name, { kind, title, task: name, ...stepWords(properties), ...around })
      return step(id, name, properties)
    }
    case "wait": {
      const title = titleOfWait(block.title ?? (block.name && titleOf(block.name)), block.wait)
      const id = sketch.add(name, { kind: kindOfWait(block.wait), title, task: name, ...around })
      return { entry: id, exits: [sketch.loose(id)] }
    }
    case "activity":
    case "forEach": {
      const { properties } = block
      const title = properties.title ?? block.title ?? titleOf(block.name ?? "Each")
      const isMultiple = block.kind === "forEach" && ({ isMultiple: true } as const)
      const words = stepWords(properties)
      const node = { kind: "activity", title, task: name, opens: name, ...words, ...isMultiple, ...around } as const
      const id = sketch.add(name, node)
      const [body, aside] =
        block.kind === "activity"
          ? [block.body, block.properties.aside]
          : [{ form: "flow" as const, flow: block.do }, []]
      sketch.studio.drawBody(name, title, body, aside)
      return step(id, name, properties)
    }
    case "sequence": {
      const piece = sketchSequence(block.do, inside(around, name), sketch)
      if (piece) sketch.begins(name, piece.entry)
      return piece ?? single(sketch.add(name, { kind: "nothing", title: "Nothing to do", task: name, ...around }))
    }
    case "parallel":
    case "first":
      return branching(
        block,
        block.branches.map((blocks) => ({ blocks, edge: {} })),
      )
    case "choice":
    case "some":
      return branching(
        block,
        block.cases.map(({ when, do: blocks }) => ({
          blocks,
          edge: when ? { label: when.source } : ({ isDefault: true } as const),
        })),
      )
    case "while":
      return sketchLoop(block, name, around, sketch)
  }

  function single(id: string): Piece {
    return { entry: id, exits: [sketch.loose(id)] }
  }

  function step(id: string, called: string, properties: StepProperties): Piece {
    return { entry: id, exits: [sketch.loose(id), ...sketchBeside({ id, name: called }, properties, around, sketch)] }
  }

  function branching(
    opening: ParallelBlock | FirstBlock | ChoiceBlock,
    branches: readonly { readonly blocks: readonly Block[]; readonly edge: Partial<Loose> }[],
  ): Piece {
    const routes = opening.kind === "parallel" || opening.kind === "some" ? { routes: [`${name}~split`] } : {}
    const title = titleOfBlock(opening)
    const entry = sketch.add(name, { kind: opening.kind, title, task: name, ...routes, ...around })
    const exits = branches.flatMap(({ blocks, edge }) =>
      through(blocks, { ...sketch.loose(entry), ...edge }, inside(around, name), sketch),
    )
    const join = sketch.add(`${name}~join`, {
      kind: "join",
      title: titleOfJoin(opening.kind),
      closes: entry,
      ...around,
    })
    sketch.connect(exits, join)
    return { entry, exits: [sketch.loose(join)] }
  }
}

/** `while` is tested in front of what is done, `until` behind it. */
function sketchLoop(block: WhileBlock, name: string, around: Surroundings, sketch: Sketch): Piece {
  const { form, condition } = block.test
  const node = { kind: "loop", title: titleOfBlock(block), task: name, ...around } as const
  if (form === "while") {
    const id = sketch.add(name, node)
    const exits = through(block.do, sketch.loose(id, "flow", condition.source), inside(around, name), sketch)
    sketch.connect(exits.map(backwards), id)
    return { entry: id, exits: [{ ...sketch.loose(id), isDefault: true }] }
  }
  const body = sketchSequence(block.do, inside(around, name), sketch)
  const id = sketch.add(name, { ...node, routes: [`${name}~test`] })
  const entry = body?.entry ?? id
  sketch.begins(name, entry)
  if (body) sketch.connect(body.exits, id)
  sketch.connect([{ ...sketch.loose(id, "back"), isDefault: true }], entry)
  return { entry, exits: [sketch.loose(id, "flow", condition.source)] }
}

/** What an edge leads to when there may be nothing in between. */
function through(blocks: readonly Block[], edge: Loose, around: Surroundings, sketch: Sketch): readonly Loose[] {
  const piece = sketchSequence(blocks, around, sketch)
  if (piece === undefined) return [edge]
  sketch.connect([edge], piece.entry)
  return piece.exits
}

const backwards = (edge: Loose): Loose => (edge.kind === "flow" ? { ...edge, kind: "back" } : edge)

function inside(around: Surroundings, name: string): Surroundings {
  return { ...around, within: [name, ...(around.within ?? [])] }
}
