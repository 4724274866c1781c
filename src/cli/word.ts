import type { Client, Input, OperationName, Output, Told } from "../client.ts"
import type { Argument, Flag } from "./flags.ts"
import type { Given } from "./given.ts"
import type { Looks } from "./looks.ts"
import type { Surroundings } from "./surroundings.ts"

/** How an operation is said on the command line. What is not written here follows from its schema. */
export type Word<Name extends OperationName> = Said<Name> | Done | Unsaid

export interface Said<Name extends OperationName> {
  /** One or two words. Several operations may have the same; `when` then tells which is meant. */
  readonly word: string
  readonly when?: (given: Given) => boolean
  /** Fields written by their place, behind the parameters of the path. */
  readonly places?: readonly (keyof Input<Name> & string)[]
  /** What may be left out, because `fill` knows better or `seek` asks for it. */
  readonly optional?: readonly (keyof Input<Name> & string)[]
  /** Fields under another name than their own. */
  readonly names?: { readonly [Field in keyof Input<Name> & string]?: string }
  /** Fields that are no flags: `fill` gives them. */
  readonly hidden?: readonly (keyof Input<Name> & string)[]
  readonly arguments?: readonly Argument[]
  readonly flags?: readonly Flag[]
  /** What is not said by a flag or a place of the same name. */
  readonly fill?: (given: Given, around: Surroundings) => Partial<Input<Name>> | Promise<Partial<Input<Name>>>
  /** What nobody said and somebody must be asked for, once there is somebody to ask. */
  readonly seek?: (input: Partial<Input<Name>>, client: Client, given: Given) => Promise<Told<Partial<Input<Name>>>>
  /** The columns of a table, where not all of them. */
  readonly columns?: readonly string[]
  readonly show?: (answer: Output<Name>, looks: Looks) => readonly string[]
  /** The exit code, where an answer alone does not mean that it was done. */
  readonly exit?: (answer: Output<Name>) => number
  /** What is doubtful about it, although it was done. */
  readonly warn?: (answer: Output<Name>, input: Input<Name>, client: Client) => Promise<readonly string[]>
  /** A file that is not there is made for it. */
  readonly makes?: true
}

/** Another file does it, because it is more than a question and an answer. */
interface Done {
  readonly own: string
}

/** There is no sense in it here. */
interface Unsaid {
  readonly none: string
}
