import type { Expression } from "../expressions/expression.ts"
import type { Duration } from "../expressions/time.ts"
import type { ItemKind, PlaceId } from "../messages/events.ts"
import type { DataType, ScopedProperties } from "./definition.ts"
import type { Needs } from "./organisation.ts"

/** A process ready to run: its nets, with every expression compiled. Derived from the definition, never stored. */
export interface Process {
  readonly name: string
  readonly version: number
  readonly title?: string
  readonly variables: ReadonlyMap<string, DataType>
  /** By the name of the activity that opens it; `rootNet` for the process itself. */
  readonly nets: ReadonlyMap<string, Net>
  readonly blocks: ReadonlyMap<string, BlockInfo>
  readonly deadline?: Due
  /** What each case may cost. */
  readonly budget?: Expression | number
  readonly result?: Expression
  readonly invariant?: Expression
  readonly scoped: ScopedProperties
}

export const rootNet = ""

/** Places that hold tokens and nodes that move them. A node is enabled by its join, consumes, and produces by its split. */
export interface Net {
  readonly name: string
  readonly start: PlaceId
  readonly end: PlaceId
  readonly places: ReadonlyMap<PlaceId, NetPlace>
  readonly nodes: ReadonlyMap<string, Node>
  /** Their enabling depends on the whole marking, so they are looked at when nothing else moves. */
  readonly orJoins: readonly Node[]
  /** The activity that opens it. */
  readonly owner?: { readonly net: string; readonly node: string }
  /** How it was written. */
  readonly form: "flow" | "net"
  /** The lists of blocks it was drawn from, inner ones before those around them. */
  readonly sequences: readonly Sequence[]
  /** What stands in for a step of this net, in the order it is tried. */
  readonly alternatives: ReadonlyMap<string, readonly Sequence[]>
}

/** Blocks drawn one after the other: a flow, a branch, the body of a loop, an alternative, or one block of `aside`. */
export interface Sequence {
  readonly entry: PlaceId
  /** Which of the net's nodes and places were drawn for it, by their order. */
  readonly from: Drawn
  readonly to: Drawn
  /** Only arcs, jumps and failing lead there: nothing that is done in its turn. */
  readonly isApart?: true
  readonly isAside?: true
  /** For a branch of a `parallel`: where it gives its token. */
  readonly branch?: { readonly of: string; readonly exit: PlaceId }
}

/** How much of a net had been drawn. */
export interface Drawn {
  readonly nodes: number
  readonly places: number
}

export interface NetPlace {
  readonly id: PlaceId
  readonly producers: readonly Node[]
  readonly consumers: readonly Node[]
}

export type Join = "and" | "xor" | "or"

export interface Node {
  readonly name: string
  readonly kind: ItemKind
  readonly join: Join
  readonly inputs: readonly PlaceId[]
  readonly split: Join
  readonly outputs: readonly Output[]
  /** What its completion takes away. */
  readonly cancels?: Region
  /** Whether another node may take its tokens away: then they are consumed when it starts, not when it is enabled. */
  readonly contested: boolean
  /** The loops around it in its net, inner first. */
  readonly loops: readonly string[]
  /** A loop begins a round when this node fires into `body`; from `entry` the rounds count anew. */
  readonly loop?: { readonly name: string; readonly entry: PlaceId; readonly body: PlaceId }
  /** For the join of a `some` block: the nodes inside it, which alone can bring it more tokens. */
  readonly within?: ReadonlySet<string>
  readonly task?: Task
  readonly wait?: WaitSpec
  readonly many?: ManySpec
  /** For a node drawn in an alternative: of which step, and the number of the alternative, from 1. The innermost. */
  readonly alternative?: { readonly of: string; readonly number: number }
}

export interface Output {
  readonly place: PlaceId
  /** Absent on an `and` split, and for what is taken when nothing else holds. */
  readonly when?: Expression
}

export interface Region {
  readonly places: ReadonlySet<PlaceId>
  readonly nodes: ReadonlySet<string>
}

/** What a task, program, wait or activity is to those who do it. */
export interface Task {
  readonly title?: string
  readonly worker?: string
  readonly reads?: Reads
  readonly writes: Writes
  readonly deadline?: Due
  readonly cost?: Expression | number
  /** For an activity: what it may cost, with all that is in it. */
  readonly budget?: Expression | number
  readonly priority: number
  readonly needs?: Needs
  readonly pauseTimers: boolean
  readonly select: boolean
  /** What must hold after every write, while it is live. */
  readonly invariant?: Expression
  readonly scoped: ScopedProperties
  /** Exception arcs: the canonical name of a class, and the step of the same level it leads to. */
  readonly arcs?: ReadonlyMap<string, string>
  /** Names visible beside the case's data: the elements of the `forEach` around it. */
  readonly locals: ReadonlyMap<string, DataType>
  /** Names whose values belong to the instance, because the `forEach` around it collects them. */
  readonly collects: ReadonlySet<string>
}

/** Absent: all data by name. */
export type Reads =
  | { readonly form: "names"; readonly names: readonly string[] }
  | { readonly form: "expressions"; readonly entries: readonly (readonly [string, Expression])[] }

export interface Writes {
  /** What may be given at an update or completion, by name. */
  readonly fields: ReadonlyMap<string, DataType>
  /** Nothing was said, so it may be any of the case's data. */
  readonly isAny?: true
  /** Absent: what was given, by name. */
  readonly entries?: readonly (readonly [string, Expression])[]
}

export type Due =
  | { readonly form: "after"; readonly duration: Duration }
  | { readonly form: "at"; readonly moment: number }
  | { readonly form: "expression"; readonly expression: Expression }

export type WaitSpec =
  | { readonly form: "after"; readonly duration: Duration }
  | { readonly form: "until"; readonly until: Expression }
  | { readonly form: "message"; readonly message: string; readonly key?: Expression }

export interface ManySpec {
  readonly elements: Expression
  readonly as: string
  readonly element: DataType
  readonly min: number
  readonly max: number
  readonly enough: number
  readonly dynamic: boolean
  readonly collect: readonly (readonly [string, Expression])[]
}

/** A named (or unnamed) part of the flow that is not itself a node: states and cancellation may refer to it. */
export interface BlockInfo {
  readonly name: string
  readonly kind: "parallel" | "choice" | "some" | "first" | "while" | "sequence"
  readonly net: string
  /** What each of its branches ends with: tasks or blocks. */
  readonly parents: readonly string[]
  /** A branch of it has nothing to do, so it may be left without any of its parents having been done. */
  readonly isPassable?: true
  readonly region: Region
  /** Where it takes its tokens from, and where it gives them. */
  readonly entry: PlaceId
  readonly exit: PlaceId
  readonly loops: readonly string[]
}

export function netOf(process: Process, name: string): Net {
  const net = process.nets.get(name)
  if (net === undefined) throw new Error(`process ${process.name} v${process.version} has no net "${name}"`)
  return net
}

export function nodeOf(process: Process, net: string, name: string): Node {
  const node = netOf(process, net).nodes.get(name)
  if (node === undefined)
    throw new Error(`process ${process.name} v${process.version} has no node "${name}" in net "${net}"`)
  return node
}

/** The names of all its tasks, activities and blocks. */
export function stepNames(process: Process): ReadonlySet<string> {
  const known = namesOf.get(process)
  if (known) return known
  const names = new Set(process.blocks.keys())
  for (const { nodes } of process.nets.values())
    for (const { name, kind } of nodes.values()) if (kind !== "route") names.add(name)
  namesOf.set(process, names)
  return names
}

const namesOf = new WeakMap<Process, ReadonlySet<string>>()
