import type { ElkNode } from "elkjs/lib/elk-api"
import type { Drawing } from "../../model/drawing.ts"
import { elkGraph } from "./elk-graph.ts"
import { farZoom, foot, leastZoom, wholeWidth, wholeZoom } from "./framing.ts"
import { inRows } from "./in-rows.ts"
import { type LaidOut, laidOut } from "./laid-out.ts"

/** The frame a net is shown in. */
export interface Room {
  readonly width: number
  readonly height: number
}

/**
 * Lays a drawing out from left to right. If only its titles could be read in its frame, it goes in several rows where that shows
 * more; if even those would be too small to read, it stays one row, which is easier to move along.
 */
export async function bestLayout(
  drawing: Drawing,
  open: ReadonlySet<string>,
  room: Room | undefined,
  layout: (graph: ElkNode) => Promise<ElkNode>,
): Promise<LaidOut> {
  const oneRow = laidOut(drawing, await layout(elkGraph(drawing, open)))
  if (room === undefined || oneRow.nodes.length > most) return oneRow
  const zoomOf = (laid: LaidOut) => wholeZoom(laid, room.width, room.height - foot)
  const before = zoomOf(oneRow)
  if (before >= farZoom) return oneRow
  // Rows that end where one way is left are easier to follow.
  const plain = largestRows(oneRow, room, 1)
  const dense = largestRows(oneRow, room, mostWays)
  const rows = plain && (!dense || zoomOf(dense) < zoomOf(plain) * muchLarger) ? plain : dense
  return rows && zoomOf(rows) > before * muchLarger ? rows : oneRow
}

/** The rows that can be shown largest; none if they could not be read. */
function largestRows(oneRow: LaidOut, room: Room, ways: number): LaidOut | undefined {
  for (let zoom = farZoom; zoom >= leastZoom; zoom -= 0.02) {
    const rows = inRows(oneRow, wholeWidth(room.width) / zoom, ways)
    if (rows && wholeZoom(rows, room.width, room.height - foot) >= zoom) return rows
  }
  return undefined
}

/** So many steps do not fit at once, in however many rows. */
const most = 150
/** More edges around the end of a row cannot be told apart. */
const mostWays = 6
const muchLarger = 1.2
