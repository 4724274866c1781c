/** A process as something to look at: what people wrote, and none of the places and routes it is run with. */
export interface Drawing {
  readonly process: string
  readonly version: number
  readonly title?: string
  /** The process itself first, then what is inside its activities. */
  readonly nets: readonly DrawnNet[]
}

export interface DrawnNet {
  /** The activity that opens it; empty for the process itself. */
  readonly name: string
  readonly title?: string
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
}

/** `choice`, `some`, `parallel` and `first` open branches, and a `join` closes them; `nothing` is a block without steps. */
export type DrawnKind =
  | "start"
  | "end"
  | "task"
  | "program"
  | "message"
  | "timer"
  | "activity"
  | "condition"
  | "choice"
  | "some"
  | "parallel"
  | "first"
  | "loop"
  | "join"
  | "nothing"

export interface DrawnNode {
  /** No other node of the drawing has it. */
  readonly id: string
  readonly kind: DrawnKind
  readonly title: string
  /** What items, states, holds and exceptions call it. */
  readonly task?: string
  /** What they call the routes it stands for as well: an item there cannot tell where to go. */
  readonly routes?: readonly string[]
  /** The net inside. */
  readonly opens?: string
  /** Of a `join`: the node that opened the branches. */
  readonly closes?: string
  /** In a net, where several ways lead in, or out: all of them (`and`), one (`xor`), or as many as come or hold (`or`). */
  readonly join?: "and" | "or" | "xor"
  readonly split?: "and" | "or" | "xor"
  /** Done once for each of several elements. */
  readonly isMultiple?: true
  /** As it was written. */
  readonly deadline?: string
  /** Who does it, in words. */
  readonly needs?: string
  /** The program that does it. */
  readonly worker?: string
  /** Worklets that rules pick do it. */
  readonly isNominated?: true
  /** Only exceptions and people lead there. */
  readonly isAside?: true
  /** The step it stands in for. */
  readonly alternativeOf?: string
  /** The blocks around it in its net, inner first, as states and exceptions call them. */
  readonly within?: readonly string[]
}

export interface DrawnEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  /** `back`: to where it has been before; `arc`: taken for an exception; `alternative`: stands in for it; `cancel`: ends it. */
  readonly kind: DrawnEdgeKind
  /** The condition as it was written; of an arc the class; of several alternatives the number. */
  readonly label?: string
  /** Taken when no other is. */
  readonly isDefault?: true
}

export type DrawnEdgeKind = "flow" | "back" | "arc" | "alternative" | "cancel"
