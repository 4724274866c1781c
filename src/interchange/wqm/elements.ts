import { SCALAR_TYPES } from "../../model/read-data.ts"

/**
 * The words of WQM: which elements there are, what may stand in each and on it. Whoever reads, writes or documents the format goes by
 * this table; `docs/wqm.xsd` says the same to other programs.
 */
export interface ElementForm {
  readonly attributes: Readonly<Record<string, AttributeForm>>
  /** What may stand in it, in this order. */
  readonly inside: readonly Particle[]
}

export interface AttributeForm {
  readonly kind: AttributeKind
  readonly required?: true
}

/** Elements of these names, between `least` (0) and `most` (any number) of them. */
export interface Particle {
  readonly of: readonly string[]
  readonly least?: 1
  readonly most?: 1
}

export type AttributeKind =
  | "name"
  | "variable"
  /** Names of variables, with spaces between them. */
  | "variables"
  /** The name of a task or block, or with a `+` behind it what follows it. */
  | "step"
  | "text"
  /** A condition or another expression, in the notation the document says. */
  | "formula"
  | "flag"
  | "number"
  /** Text where the type is one of texts, else JSON. */
  | "value"
  | "type"
  | "notation"
  | "version"
  /** `new`: a family of its own; otherwise a formula that gives a case number. */
  | "case"

/** The words an attribute of these kinds may be. */
export const WORDS = {
  type: [...SCALAR_TYPES, "list", "object"],
  flag: ["true", "false"],
  notation: ["cel", "esp"],
  version: ["1"],
} as const satisfies Partial<Record<AttributeKind, readonly string[]>>

export const BLOCKS = ["task", "sequence", "parallel", "choice", "while_do"] as const
/** The five meta activities. */
export const META_ACTIVITIES = ["start", "terminate", "suspend", "wait_and_suspend", "resume"] as const

const must = (kind: AttributeKind): AttributeForm => ({ kind, required: true })
const may = (kind: AttributeKind): AttributeForm => ({ kind })
const blocks: Particle = { of: BLOCKS }

const typed: ElementForm = {
  attributes: {
    type: must("type"),
    title: may("text"),
    default: may("value"),
    required: may("flag"),
    min: may("number"),
    max: may("number"),
    class: may("name"),
  },
  inside: [{ of: ["element"], most: 1 }, { of: ["field"] }, { of: ["allowed"] }],
}
const named = { name: may("name"), title: may("text") }
const ofWorkflow = { workflow: must("name") }
const ofStep: ElementForm = { attributes: { ...ofWorkflow, task: may("step") }, inside: [] }

export const ELEMENTS = {
  wqm: {
    attributes: { version: may("version"), notation: may("notation") },
    inside: [{ of: ["workflow", "meta_workflow", "esp_rules"] }],
  },
  workflow: {
    attributes: { name: must("name"), title: may("text"), deadline: may("text"), result: may("formula") },
    inside: [
      { of: ["data"], most: 1 },
      { ...blocks, least: 1 },
    ],
  },
  data: { attributes: {}, inside: [{ of: ["variable"] }] },
  variable: { ...typed, attributes: { name: must("variable"), ...typed.attributes, shared: may("flag") } },
  field: { ...typed, attributes: { name: must("name"), ...typed.attributes } },
  element: typed,
  allowed: { attributes: { value: must("value") }, inside: [] },
  task: {
    attributes: {
      name: must("name"),
      title: may("text"),
      role: may("name"),
      worker: may("name"),
      reads: may("variables"),
      writes: may("variables"),
      deadline: may("text"),
    },
    inside: [],
  },
  sequence: { attributes: named, inside: [blocks] },
  parallel: { attributes: named, inside: [{ ...blocks, least: 1 }] },
  choice: { attributes: named, inside: [{ of: ["when"] }, { of: ["otherwise"], most: 1 }] },
  when: { attributes: { condition: must("formula") }, inside: [blocks] },
  otherwise: { attributes: {}, inside: [blocks] },
  while_do: { attributes: { ...named, condition: must("formula") }, inside: [blocks] },
  meta_workflow: {
    attributes: { name: must("name"), title: may("text") },
    inside: [{ of: META_ACTIVITIES }],
  },
  start: { attributes: { ...ofWorkflow, case: may("case") }, inside: [] },
  terminate: { attributes: ofWorkflow, inside: [] },
  suspend: ofStep,
  wait_and_suspend: ofStep,
  resume: ofStep,
  esp_rules: { attributes: {}, inside: [{ of: ["rule"] }] },
  rule: {
    attributes: {
      ...ofWorkflow,
      event: must("text"),
      state: may("formula"),
      meta_workflow: must("name"),
      title: may("text"),
      notation: may("notation"),
    },
    inside: [],
  },
} as const satisfies Readonly<Record<string, ElementForm>>

export type ElementName = keyof typeof ELEMENTS

export function isElement(name: string): name is ElementName {
  return Object.hasOwn(ELEMENTS, name)
}
