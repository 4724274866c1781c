import ELK from "elkjs/lib/elk.bundled.js"
import { expect, test } from "vitest"
import type { Drawing } from "../../model/drawing.ts"
import { elkGraph } from "./elk-graph.ts"
import { defaultSign, laidOut, neighbour, pathOf } from "./laid-out.ts"

const drawing: Drawing = {
  process: "order",
  version: 1,
  nets: [
    {
      name: "",
      nodes: [
        { id: "s", kind: "start", title: "" },
        { id: "a", kind: "task", title: "A", task: "a" },
        { id: "b", kind: "activity", title: "B", task: "b", opens: "b" },
        { id: "e", kind: "end", title: "" },
      ],
      edges: [
        { id: "1", from: "s", to: "a", kind: "flow" },
        { id: "2", from: "a", to: "b", kind: "flow", label: "amount > 5" },
        { id: "3", from: "b", to: "e", kind: "flow" },
      ],
    },
    {
      name: "b",
      nodes: [
        { id: "c", kind: "task", title: "C", task: "c" },
        { id: "d", kind: "task", title: "D", task: "d" },
      ],
      edges: [{ id: "4", from: "c", to: "d", kind: "flow" }],
    },
  ],
}

const layOut = async (open: readonly string[]) => {
  const opened = new Set(open)
  return laidOut(drawing, await new ELK().layout(elkGraph(drawing, opened)))
}

test("[NETV1] an open activity is drawn around what is inside it, and a closed one without", async () => {
  const closed = await layOut([])
  const open = await layOut(["b"])
  expect([closed.nodes.map(({ node }) => node.id), open.nodes.map(({ node }) => node.id)]).toEqual([
    ["s", "a", "b", "e"],
    ["s", "a", "b", "c", "d", "e"],
  ])
  const [outer, ...inner] = open.nodes.filter(({ node }) => ["b", "c", "d"].includes(node.id))
  if (outer === undefined) throw new Error("b is missing")
  for (const { x, y, width, height } of inner) {
    expect(x >= outer.x && y >= outer.y).toBe(true)
    expect(x + width <= outer.x + outer.width && y + height <= outer.y + outer.height).toBe(true)
  }
})

test("[NETV1] every edge goes from the edge of one node to that of another", async () => {
  const { nodes, edges } = await layOut(["b"])
  const touches = (id: string, point: { readonly x: number; readonly y: number } | undefined) => {
    const found = nodes.find(({ node }) => node.id === id)
    if (!found || !point) return false
    const isAcross = point.x >= found.x - 1 && point.x <= found.x + found.width + 1
    return isAcross && point.y >= found.y - 1 && point.y <= found.y + found.height + 1
  }
  expect(edges.map(({ edge, points }) => [touches(edge.from, points[0]), touches(edge.to, points.at(-1))])).toEqual(
    edges.map(() => [true, true]),
  )
})

test("[NETV2] laying out the same net again gives the same places", async () => {
  expect(await layOut(["b"])).toEqual(await layOut(["b"]))
})

test("[NETV5] arrow keys go to the nearest step in their direction", async () => {
  const { nodes } = await layOut([])
  const a = nodes.find(({ node }) => node.id === "a")
  if (a === undefined) throw new Error("a is missing")
  expect([
    neighbour(nodes, a, "ArrowRight")?.node.id,
    neighbour(nodes, a, "ArrowLeft")?.node.id,
    neighbour(nodes, a, "ArrowUp"),
  ]).toEqual(["b", "s", undefined])
})

test("corners of an edge are rounded", () => {
  expect(
    pathOf(
      [
        { x: 0, y: 0 },
        { x: 20, y: 0 },
        { x: 20, y: 20 },
      ],
      5,
    ),
  ).toBe("M0 0L15 0Q20 0 20 5L20 20")
})

test("the sign of the way that is taken otherwise stands where that way is alone", () => {
  const around = [
    { x: 0, y: 0 },
    { x: 15, y: 0 },
    { x: 15, y: 40 },
    { x: 200, y: 40 },
    { x: 200, y: 0 },
    { x: 230, y: 0 },
  ]
  expect(defaultSign(around)).toBe("M28 35l6 10")
  expect(defaultSign(around.slice(0, 4))).toBe("M28 35l6 10")
  expect(
    defaultSign([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]),
  ).toBe("M23 -5l6 10")
})

test("all ways into a gate meet at its tip, and all ways out begin at the other", async () => {
  const nodes = [
    { id: "s", kind: "start", title: "" },
    { id: "x", kind: "choice", title: "" },
    { id: "a", kind: "task", title: "A", task: "a" },
    { id: "b", kind: "task", title: "B", task: "b" },
    { id: "j", kind: "join", title: "" },
    { id: "e", kind: "end", title: "" },
  ] as const
  const ways = ["s x", "x a", "x b", "a j", "b j", "j e"]
  const edges = ways.map((way) => ({ id: way, from: way.slice(0, 1), to: way.slice(2), kind: "flow" as const }))
  const chosen: Drawing = { process: "choice", version: 1, nets: [{ name: "", nodes, edges }] }
  const laid = laidOut(chosen, await new ELK().layout(elkGraph(chosen, new Set())))
  const tip = (id: string, side: 0 | 1) => {
    const { x, y, width, height } = laid.nodes.find(({ node }) => node.id === id) as (typeof laid.nodes)[number]
    return { x: x + width * side, y: y + height / 2 }
  }
  const points = (id: string) => laid.edges.find(({ edge }) => edge.id === id)?.points ?? []
  expect([points("x a")[0], points("x b")[0]]).toEqual([tip("x", 1), tip("x", 1)])
  expect([points("a j").at(-1), points("b j").at(-1)]).toEqual([tip("j", 0), tip("j", 0)])
})
