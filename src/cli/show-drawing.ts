import type { Output } from "../api/operations.ts"

type Drawn = Output<"net">["nets"][number]

/** A line for each step, with where it leads below it. */
export function drawingLines({ process, version, nets }: Output<"net">): readonly string[] {
  return nets.flatMap((net) => [
    net.name === "" ? `${process} v${version}` : `${net.name}:`,
    ...net.nodes.flatMap((node) => nodeLines(node, net)),
  ])
}

function nodeLines(node: Drawn["nodes"][number], { nodes, edges }: Drawn): readonly string[] {
  const { kind, title, task, needs, worker, deadline, isMultiple } = node
  const facts = [
    kind,
    isMultiple && "for each",
    needs && `needs ${needs}`,
    worker && `by ${worker}`,
    deadline && `within ${deadline}`,
  ]
  const called = task === undefined ? title : `${task} ${JSON.stringify(title)}`
  return [
    `  ${called} (${facts.filter((fact) => fact).join(", ")})`,
    ...edges
      .filter(({ from }) => from === node.id)
      .map(({ to, kind: how, label, isDefault }) => {
        const target = nodes.find(({ id }) => id === to)
        const condition = label ?? (isDefault && "otherwise")
        const way = how === "flow" ? "→" : `${how} →`
        return `    ${way} ${target?.task ?? target?.title ?? to}${condition ? ` [${condition}]` : ""}`
      }),
  ]
}
