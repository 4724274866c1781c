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
  if (figure !== "box") return sizes[figure]
  return { ...sizes.box, width: widths.find(({ upTo }) => title.length <= upTo)?.width ?? widest }
}

/** Titles of so many letters are not cut in two lines of a box that wide. */
const widths = [
  { upTo: 26, width: 170 },
  { upTo: 36, width: 204 },
] as const
const widest = 264

/** Room inside an open activity: its title above, air around. */
export const inside = { top: 64, side: 18 } as const

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
