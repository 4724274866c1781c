import Type from "typebox"
import type { DrawnEdgeKind, DrawnKind } from "../model/drawing.ts"
import { Count } from "./shapes.ts"

/** A process as something to look at. */

const optional = Type.Optional
const flag = Type.Literal(true)

const Kind = Type.Unsafe<DrawnKind>({
  title: "NodeKind",
  type: "string",
  enum: [
    "start",
    "end",
    "task",
    "program",
    "message",
    "timer",
    "activity",
    "condition",
    "choice",
    "some",
    "parallel",
    "first",
    "loop",
    "join",
    "nothing",
  ] satisfies DrawnKind[],
  description:
    "`choice` (one branch), `some` (those that apply), `parallel` (all) and `first` (whichever begins first) open branches, and `join` closes them",
})

const EdgeKind = Type.Unsafe<DrawnEdgeKind>({
  title: "EdgeKind",
  type: "string",
  enum: ["flow", "back", "arc", "alternative", "cancel"] satisfies DrawnEdgeKind[],
  description:
    "`back`: to where it has been before; `arc`: taken for an exception; `alternative`: to what stands in for it; `cancel`: to what it ends",
})

const Ways = Type.Unsafe<"and" | "or" | "xor">({ type: "string", enum: ["and", "or", "xor"] })

const NodeShape = Type.Object(
  {
    id: Type.String({ description: "No other node of the drawing has it" }),
    kind: Kind,
    title: Type.String(),
    task: optional(Type.String({ description: "What items, states, holds and exceptions call it" })),
    routes: optional(
      Type.Array(Type.String(), {
        description: "What they call it where it cannot be told how to go on from it",
      }),
    ),
    opens: optional(Type.String({ description: "The net inside" })),
    closes: optional(Type.String({ description: "Of a join: the node that opened the branches" })),
    join: optional(Ways),
    split: optional(Ways),
    isMultiple: optional(flag),
    deadline: optional(Type.String({ description: "As it was written" })),
    needs: optional(Type.String({ description: "Who does it, in words" })),
    worker: optional(Type.String({ description: "The program that does it" })),
    isNominated: optional(Type.Literal(true, { description: "Worklets that rules pick do it" })),
    isAside: optional(flag),
    alternativeOf: optional(Type.String({ description: "The step it stands in for" })),
    within: optional(Type.Array(Type.String(), { description: "The blocks around it in its net, inner first" })),
  },
  { title: "DrawnNode" },
)

const EdgeShape = Type.Object(
  {
    id: Type.String(),
    from: Type.String(),
    to: Type.String(),
    kind: EdgeKind,
    label: optional(
      Type.String({ description: "The condition as it was written; of an arc the class; of alternatives the number" }),
    ),
    isDefault: optional(flag),
  },
  { title: "DrawnEdge" },
)

export const DrawingShape = Type.Object(
  {
    process: Type.String(),
    version: Count,
    title: optional(Type.String()),
    nets: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "The activity that opens it; empty for the process itself" }),
          title: optional(Type.String()),
          nodes: Type.Array(NodeShape),
          edges: Type.Array(EdgeShape),
        },
        { title: "DrawnNet" },
      ),
    ),
  },
  { title: "Drawing" },
)
