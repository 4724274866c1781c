import { type Cut, cutsIn } from "./cuts.ts"
import type { LaidEdge, LaidOut, Point } from "./laid-out.ts"

/**
 * Returns the same net in rows of at most that width, one below the other. Each row is a slice of the one row it was, moved as it is;
 * what goes on in the next row goes around. `ways` is how many edges may do so between two rows. Undefined: it cannot be cut so.
 */
export function inRows(laid: LaidOut, most: number, ways: number): LaidOut | undefined {
  const cuts = chosenCuts(
    laid,
    cutsIn(laid).filter((cut) => cut.levels.length <= ways),
    most,
  )
  return cuts && moved(laid, rowsOf(laid, cuts), cuts)
}

/** Between two edges that go around, and between them and the steps. */
const gap = 10
const air = 22

const around = ({ levels }: Cut): number => (levels.length === 0 ? 0 : air + gap * levels.length)

/** The cuts that make the fewest rows, with the fewest edges around; the last one is the end of the net. */
function chosenCuts(laid: LaidOut, inside: readonly Cut[], most: number): readonly Cut[] | undefined {
  const cuts: readonly Cut[] = [{ x: 0, levels: [] }, ...inside, { x: laid.width, levels: [] }]
  const boxes = laid.nodes.filter(({ depth, width }) => depth === 0 && width > narrow)
  const best: ({ readonly cost: number; readonly before: number } | undefined)[] = [{ cost: 0, before: -1 }]
  cuts.forEach((to, at) => {
    cuts.slice(0, at).forEach((from, before) => {
      const known = best[before]
      const width = around(from) + to.x - from.x + around(to)
      if (known === undefined || width > most || !boxes.some(({ x }) => x > from.x && x < to.x)) return
      const cost = known.cost + 1 + Math.max(0, to.levels.length - 1) * 2
      const own = best[at]
      if (own === undefined || cost < own.cost) best[at] = { cost, before }
    })
  })
  const chosen: Cut[] = []
  for (let at = cuts.length - 1; at > 0; ) {
    const [cut, step] = [cuts[at], best[at]]
    if (cut === undefined || step === undefined) return undefined
    chosen.unshift(cut)
    at = step.before
  }
  return chosen
}

/** Gates and points are no wider; a row of those alone is none. */
const narrow = 40

interface Row {
  /** Where it begins and ends in the one row it was. */
  readonly from: number
  readonly to: number
  readonly dx: number
  readonly dy: number
  readonly bottom: number
}

function rowsOf(laid: LaidOut, cuts: readonly Cut[]): readonly Row[] {
  const rows: Row[] = []
  let before: Cut = { x: 0, levels: [] }
  let top = 0
  for (const cut of cuts) {
    const isIn = (x: number) => x >= before.x && x <= cut.x
    const boxes = laid.nodes.filter(({ x }) => isIn(x))
    const points = laid.edges.flatMap((edge) => edge.points).filter(({ x }) => isIn(x))
    const levels = [...before.levels, ...cut.levels, ...points.map(({ y }) => y)]
    const least = Math.min(...boxes.map(({ y }) => y), ...levels)
    const last = Math.max(...boxes.map(({ y, height }) => y + height), ...levels)
    const dy = top + air - least
    const bottom = last + dy
    rows.push({ from: before.x, to: cut.x, dx: around(before) - before.x, dy, bottom })
    top = bottom + air + gap * Math.max(0, cut.levels.length - 1)
    before = cut
  }
  return rows
}

function moved(laid: LaidOut, rows: readonly Row[], cuts: readonly Cut[]): LaidOut {
  const at = (x: number): number => rows.findIndex(({ to }) => x <= to)
  const put = <Each extends Point>(each: Each, index = at(each.x)): Each => {
    const { dx = 0, dy = 0 } = rows[index] ?? {}
    return { ...each, x: each.x + dx, y: each.y + dy }
  }
  const route = ({ points }: LaidEdge): readonly Point[] =>
    points.flatMap((point, index) => {
      const from = points[index - 1]
      if (from === undefined) return [put(point)]
      const [first, last] = [at(from.x), at(point.x)]
      const passed = rows
        .slice(Math.min(first, last), Math.max(first, last))
        .map((_, step) => Math.min(first, last) + step)
      const turns = passed.map((row) => turn(row, point.y))
      return [...(first <= last ? turns.flat() : turns.toReversed().flatMap((each) => each.toReversed())), put(point)]
    })
  /** From the end of a row to the beginning of the next. Of several, the upper ones go around the lower ones. */
  const turn = (index: number, y: number): readonly Point[] => {
    const [row, next, cut] = [rows[index], rows[index + 1], cuts[index]]
    if (row === undefined || next === undefined || cut === undefined) return []
    const level = cut.levels.indexOf(y)
    const under = cut.levels.length - 1 - level
    const right = cut.x + row.dx + gap * (under + 1)
    const left = cut.x + next.dx - gap * (level + 1)
    const channel = row.bottom + air / 2 + gap * under
    return [
      { x: right, y: y + row.dy },
      { x: right, y: channel },
      { x: left, y: channel },
      { x: left, y: y + next.dy },
    ]
  }
  return {
    nodes: laid.nodes.map((node) => put(node)),
    edges: laid.edges.map((edge) => ({ ...edge, points: route(edge), ...(edge.label && { label: put(edge.label) }) })),
    width: Math.max(
      ...rows.map(
        ({ from, to, dx }, index) => to + dx + around(cuts[index] ?? { x: to, levels: [] }) - Math.min(0, from + dx),
      ),
    ),
    height: (rows.at(-1)?.bottom ?? 0) + air,
  }
}
