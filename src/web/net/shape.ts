import type { DrawnKind, DrawnNode } from "../../model/drawing.ts"

export interface Size {
  readonly width: number
  readonly height: number
}

/** What kind of figure a node is drawn as. */
export type Figure = "box" | "gate" | "point"

export function figureOf(kind: DrawnKind): Figure {
  return figures[kind]
}

/** The same whatever state it is in, so that a net stays where it was laid out: two lines of title, and two of who has it or what it waits for. */
export function sizeOf({ kind, title }: Pick<DrawnNode, "kind" | "title">): Size {
  const figure = figureOf(kind)
  return figure === "box" && title.length > roomy ? { ...sizes.box, width: 204 } : sizes[figure]
}

/** A title longer than this would be cut in two lines of an ordinary box. */
const roomy = 26

/** Room inside an open activity: its title above, air around. */
export const inside = { top: 46, side: 18 } as const

const figures: Readonly<Record<DrawnKind, Figure>> = {
  start: "point",
  end: "point",
  nothing: "point",
  condition: "point",
  task: "box",
  program: "box",
  message: "box",
  timer: "box",
  activity: "box",
  choice: "gate",
  some: "gate",
  parallel: "gate",
  first: "gate",
  loop: "gate",
  join: "gate",
}

const sizes: Readonly<Record<Figure, Size>> = {
  box: { width: 170, height: 72 },
  gate: { width: 34, height: 34 },
  point: { width: 24, height: 24 },
}
