import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readBundle, readBundleValues } from "../../src/model/bundle.ts"
import { compileProcess } from "../../src/model/compile.ts"
import type { ProcessDefinition } from "../../src/model/definition.ts"
import { drawingOf } from "../../src/model/draw-process.ts"
import type { Drawing, DrawnNet, DrawnNode } from "../../src/model/drawing.ts"
import { stepNames } from "../../src/model/net.ts"
import { blockProcesses, smallNets } from "../language/random-processes.ts"

const root = resolve(import.meta.dirname, "../..")

/** Every process of every bundle in these folders. */
const written = ["examples", "test/patterns", "test/ladder", "test/handling", "test/meta", "test/staffing"].flatMap(
  (folder) => bundlesIn(folder).flatMap((bundle) => processesIn(bundle).map((definition) => ({ bundle, definition }))),
)

describe("a drawing", () => {
  test("[VIEW1] shows what was written, step after step", () => {
    expect(drawing("organise-concert")).toEqual({
      process: "organise-concert",
      version: 1,
      title: "Organise a concert",
      nets: [
        {
          name: "",
          title: "Organise a concert",
          nodes: [
            { id: "~start", kind: "start", title: "Start" },
            { id: "bookStadium", kind: "task", title: "Book the stadium", task: "bookStadium", deadline: "P14D" },
            { id: "sellTickets", kind: "task", title: "Sell tickets", task: "sellTickets", deadline: "P90D" },
            { id: "doShow", kind: "task", title: "Do the show", task: "doShow" },
            { id: "~end", kind: "end", title: "End" },
          ],
          edges: [
            { id: "~start>bookStadium", from: "~start", to: "bookStadium", kind: "flow" },
            { id: "bookStadium>sellTickets", from: "bookStadium", to: "sellTickets", kind: "flow" },
            { id: "sellTickets>doShow", from: "sellTickets", to: "doShow", kind: "flow" },
            { id: "doShow>~end", from: "doShow", to: "~end", kind: "flow" },
          ],
        },
      ],
    })
  })

  test("[VIEW3] a block has a node that opens its branches and one that closes them, a loop an edge back", () => {
    expect(lines("laptop-order")).toEqual([
      "~start -> approvals",
      'approvals (loop "Approvals") -> entering [!approved]',
      "approvals -> joinOrders [otherwise]",
      'entering (choice "Entering") -> A1 [round("approvals") == 1]',
      "entering -> A2 [otherwise]",
      'A1 (task "Enter a new order") -> entering~join',
      'A2 (task "Revise the order") -> entering~join',
      'entering~join (join "Done") -> joinApprovals',
      'joinApprovals (parallel "Join approvals") -> B11',
      "joinApprovals -> B2",
      "joinApprovals -> B3",
      'B11 (task "Manager approval") -> B12',
      'B12 (task "Vice president\'s approval") -> joinApprovals~join',
      'B2 (task "Technical check") -> joinApprovals~join',
      'B3 (task "Budget check") -> joinApprovals~join',
      'joinApprovals~join (join "All of them are done") back approvals',
      'joinOrders (parallel "Join orders") -> C',
      "joinOrders -> D",
      "joinOrders -> E",
      'C (task "Order the laptop") -> joinOrders~join',
      'D (task "Order the card") -> joinOrders~join',
      'E (task "Order the case") -> joinOrders~join',
      'joinOrders~join (join "All of them are done") -> F',
      'F (task "Receive the parts") -> G',
      'G (task "Assemble") -> H',
      'H (task "Deliver") -> ~end',
    ])
  })

  test("[VIEW3] what is inside an activity is a net of its own, with what lies aside and what stands in", () => {
    expect(drawing("requisition").nets.map(({ name, title }) => [name, title])).toEqual([
      ["", "Buy something"],
      ["purchase-request", "Request the purchase"],
      ["procurement", "Order it and receive it"],
      ["payment", "Pay for it"],
    ])
    expect(lines("requisition", "procurement")).toEqual([
      "procurement/~start -> procurement/findSupplier",
      'procurement/findSupplier (task "Find a supplier", role purchasing-officer) -> procurement/issuePO',
      "procurement/findSupplier arc procurement/tellRequester [supplierNotFound]",
      'procurement/issuePO (task "Issue the purchase order", role purchasing-officer) -> procurement/receiveGoods',
      'procurement/receiveGoods (task "Receive the goods", role purchasing-officer) -> procurement/~end',
      'procurement/tellRequester (task "Tell the requester that there is no supplier", role purchasing-officer, aside) -> procurement/~end',
    ])
    expect(lines("requisition", "payment").slice(2, 5)).toEqual([
      'payment/credit (program "Have the supplier give us credit", by credit-desk) alternative payment/cashOnDelivery',
      "payment/credit -> payment/pay",
      'payment/cashOnDelivery (task "Agree on cash on delivery", role financial-manager, for credit) -> payment/pay',
    ])
  })

  test("[VIEW3] a net is drawn with its conditions, its joins and its splits", () => {
    expect(lines("milestone")).toEqual([
      "~start -> begin",
      'begin (activity "Begin", split and) -> take',
      "begin -> wish",
      'wish (condition "Wish") -> change',
      'take (task "Take") -> taken',
      'taken (condition "Taken") -> change',
      "taken -> send",
      'change (task "Change", join and, split and) back taken',
      "change -> close",
      'send (task "Send") -> close',
      'close (task "Close", join or) -> ~end',
    ])
  })

  test("[VIEW2] has every step of a process once, and every node where something leads to it", () => {
    const wrong = written.flatMap(({ bundle, definition }) =>
      faultsOf(drawingOf(definition, 1), definition).map((fault) => `${bundle} ${definition.name}: ${fault}`),
    )
    expect({ wrong, many: written.length > 150 }).toEqual({ wrong: [], many: true })
  })

  test("[VIEW2] whatever the process", () => {
    fc.assert(
      fc.property(fc.oneof(blockProcesses(), smallNets()), (body) => {
        for (const { definition } of readBundleValues([{ process: "p", ...body }]).definitions) {
          const faults = faultsOf(drawingOf(definition, 1), definition)
          // Nets of any shape have nodes that nobody leads to.
          expect(definition.body.form === "net" ? faults.filter((fault) => !isLonely(fault)) : faults).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** A net as text: a line for each edge, what a node is with the first of its. */
function lines(process: string, name = ""): readonly string[] {
  const net = drawing(process).nets.find((each) => each.name === name)
  const told = new Set(["~start", `${name}/~start`])
  return (net?.edges ?? []).map(({ from, to, kind, label, isDefault }) => {
    const node = net?.nodes.find(({ id }) => id === from)
    const about = node && !told.has(from) ? ` (${described(node)})` : ""
    told.add(from)
    const condition = label ?? (isDefault && "otherwise")
    return `${from}${about} ${kind === "flow" ? "->" : kind} ${to}${condition ? ` [${condition}]` : ""}`
  })
}

function described({ kind, title, join: joins, split, needs, worker, isAside, alternativeOf }: DrawnNode): string {
  const more = [joins && `join ${joins}`, split && `split ${split}`, needs, worker && `by ${worker}`]
  const where = [isAside && "aside", alternativeOf && `for ${alternativeOf}`]
  return [`${kind} "${title}"`, ...more, ...where].filter((part) => part).join(", ")
}

function drawing(name: string): Drawing {
  const found = written.find(({ definition }) => definition.name === name)
  if (found === undefined) throw new Error(`no process ${name}`)
  return drawingOf(found.definition, 1)
}

function faultsOf({ nets }: Drawing, definition: ProcessDefinition): readonly string[] {
  const process = compileProcess(definition, 1, () => {})
  const nodes = nets.flatMap((net) => net.nodes)
  const edges = nets.flatMap((net) => net.edges)
  const drawn = nodes.flatMap(({ task }) => task ?? [])
  const groups = new Set(nodes.flatMap(({ within = [] }) => within))
  const opened = nodes.flatMap(({ opens }) => opens ?? [])
  return [
    ...twice(nodes.map(({ id }) => id)).map((id) => `node ${id} twice`),
    ...twice(edges.map(({ id }) => id)).map((id) => `edge ${id} twice`),
    ...twice(drawn).map((task) => `step ${task} twice`),
    ...[...stepNames(process)].filter((step) => !drawn.includes(step) && !groups.has(step)).map((step) => `no ${step}`),
    ...drawn.filter((task) => !stepNames(process).has(task)).map((task) => `no step is called ${task}`),
    ...nodes
      .flatMap(({ routes = [] }) => routes)
      .filter((route) => ![...process.nets.values()].some((net) => net.nodes.get(route)?.kind === "route"))
      .map((route) => `no route is called ${route}`),
    ...nets
      .slice(1)
      .filter(({ name }) => !opened.includes(name))
      .map(({ name }) => `nothing opens ${name}`),
    ...opened
      .filter((name) => !nets.some((net) => net.name === name))
      .map((name) => `there is no ${name} to be opened`),
    ...nets.flatMap(faultsIn),
  ]
}

function faultsIn({ name, nodes, edges }: DrawnNet): readonly string[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const reached = new Set(nodes.flatMap(({ id, kind, isAside }) => (kind === "start" || isAside ? id : [])))
  for (const id of reached)
    for (const { from, to, kind } of edges) if (from === id && kind !== "cancel") reached.add(to)
  return [
    ...edges
      .filter(({ from, to }) => !ids.has(from) || !ids.has(to))
      .map(({ id }) => `edge ${id} leads nowhere in "${name}"`),
    ...nodes.filter(({ id }) => !reached.has(id)).map(({ id }) => `nothing leads to ${id} in "${name}"`),
  ]
}

const isLonely = (fault: string) => fault.startsWith("nothing leads to")
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

function bundlesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
}

function processesIn(bundle: string): readonly ProcessDefinition[] {
  const files = readdirSync(join(root, bundle), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml") && !file.endsWith(".story.yaml"))
    .map((name) => ({ name, text: readFileSync(join(root, bundle, name), "utf8") }))
  return readBundle(files).definitions.map(({ definition }) => definition)
}
