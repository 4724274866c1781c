import ELK from "elkjs/lib/elk.bundled.js"
import { describe, expect, test } from "vitest"
import type { Drawing } from "../../model/drawing.ts"
import { bestLayout, type Room } from "./best-layout.ts"
import { foot, leastZoom, wholeZoom } from "./framing.ts"

/** Steps one after the other; where it is several ways, all of them at once. */
function drawn(stretches: readonly (readonly number[])[]): Drawing {
  const nodes: Drawing["nets"][number]["nodes"][number][] = [{ id: "start", kind: "start", title: "" }]
  const edges: Drawing["nets"][number]["edges"][number][] = []
  const join = (from: string, to: string) => edges.push({ id: `${from} ${to}`, from, to, kind: "flow" })
  let last = "start"
  stretches.forEach((ways, at) => {
    const [before, after] = [`fork${at}`, `join${at}`]
    if (ways.length > 1) {
      nodes.push({ id: before, kind: "parallel", title: "" })
      join(last, before)
    }
    ways.forEach((length, way) => {
      let from = ways.length > 1 ? before : last
      for (let step = 0; step < length; step++) {
        const id = `s${at}.${way}.${step}`
        nodes.push({ id, kind: "task", title: `Step ${id}`, task: id })
        join(from, id)
        from = id
      }
      if (ways.length > 1) join(from, after)
      last = from
    })
    if (ways.length > 1) {
      nodes.push({ id: after, kind: "join", title: "" })
      last = after
    }
  })
  nodes.push({ id: "end", kind: "end", title: "" })
  join(last, "end")
  return { process: "p", version: 1, nets: [{ name: "", nodes, edges }] }
}

const best = (drawing: Drawing, room?: Room) => bestLayout(drawing, new Set(), room, (graph) => new ELK().layout(graph))
const screen: Room = { width: 1160, height: 440 }
const tablet: Room = { width: 720, height: 560 }

describe("the layout of a net", () => {
  const long = drawn([[4], [5, 6, 4, 7], [14]])

  test.each([
    ["a screen", screen],
    ["a tablet", tablet],
  ])(
    "[NETV10] a net of 40 steps goes in several rows on %s, so that all of it can be read at once",
    async (_, room) => {
      const laid = await best(long, room)
      const oneRow = await best(long)
      const zoom = wholeZoom(laid, room.width, room.height - foot)
      expect([zoom >= leastZoom, zoom > wholeZoom(oneRow, room.width, room.height - foot) * 1.5]).toEqual([true, true])
      expect(laid.nodes.length).toBe(oneRow.nodes.length)
      const loose = laid.edges.filter(({ edge, points }) => {
        const touches = (id: string, point: (typeof points)[number] | undefined) => {
          const at = laid.nodes.find(({ node }) => node.id === id)
          if (at === undefined || point === undefined) return false
          const isAcross = point.x >= at.x - 1 && point.x <= at.x + at.width + 1
          return isAcross && point.y >= at.y - 1 && point.y <= at.y + at.height + 1
        }
        return !touches(edge.from, points[0]) || !touches(edge.to, points.at(-1))
      })
      expect(loose.map(({ edge }) => edge.id)).toEqual([])
      const through = laid.edges.flatMap(({ edge, points }) =>
        points.slice(1).flatMap((to, at) => {
          const from = points[at] ?? to
          const isLevel = from.x === to.x || from.y === to.y
          const passed = laid.nodes.filter(
            ({ x, y, width, height }) =>
              Math.max(from.x, to.x) > x + 1 &&
              Math.min(from.x, to.x) < x + width - 1 &&
              Math.max(from.y, to.y) > y + 1 &&
              Math.min(from.y, to.y) < y + height - 1,
          )
          return [...(isLevel ? [] : [`${edge.id} is slanted`]), ...passed.map(({ node }) => `${edge.id}: ${node.id}`)]
        }),
      )
      expect(through).toEqual([])
      const overlapping = laid.nodes.flatMap((one, at) =>
        laid.nodes
          .slice(at + 1)
          .filter(
            (other) =>
              one.x < other.x + other.width &&
              other.x < one.x + one.width &&
              one.y < other.y + other.height &&
              other.y < one.y + one.height,
          )
          .map((other) => [one.node.id, other.node.id]),
      )
      expect(overlapping).toEqual([])
    },
  )

  test("[NETV10] a net that can be read in one row stays in one", async () => {
    const short = drawn([[5]])
    expect(await best(short, screen)).toEqual(await best(short))
  })

  test("[NETV10] a net that would be too small in several rows as well stays in one", async () => {
    const endless = drawn([[130]])
    expect(await best(endless, { width: 300, height: 400 })).toEqual(await best(endless))
  })
})
