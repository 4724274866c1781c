/** What may be written with `--name`. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string
  readonly short?: string
  readonly kind: Kind
  readonly about: string
  /** May be written several times. */
  readonly many?: true
  readonly required?: true
  /** How its value is shown in help, where the kind does not say it. */
  readonly label?: string
}

/** What is written by its place. */
export interface Argument {
  readonly name: string
  readonly kind: Kind
  readonly about?: string
  readonly optional?: true
  /** This one and all that follow. */
  readonly many?: true
}

/** How a text becomes a value. */
export type Kind =
  | { readonly type: "text" }
  | { readonly type: "file" }
  | { readonly type: "choice"; readonly of: readonly string[] }
  | { readonly type: "number" | "integer"; readonly least?: number; readonly most?: number }
  | { readonly type: "boolean" }
  /** JSON, a file of it, or what comes in. */
  | { readonly type: "json" | "object" }
  /** JSON where it is JSON, else the text itself. */
  | { readonly type: "value" }
  /** ISO 8601, or milliseconds. */
  | { readonly type: "moment" }
  /** `name=value`. */
  | { readonly type: "pair" }

export const text: Kind = { type: "text" }
export const file: Kind = { type: "file" }
export const yes: Kind = { type: "boolean" }

export const jsonFlag: Flag = { name: "json", kind: yes, about: "JSON instead of text for people" }
export const helpFlag: Flag = { name: "help", short: "h", kind: yes, about: "Tells how to write it" }

/** How a value is shown in help: `--limit N`. */
export function labelOf({ kind, label }: Pick<Flag, "kind" | "label">): string {
  if (label !== undefined) return label
  switch (kind.type) {
    case "text":
      return "TEXT"
    case "file":
      return "FILE"
    case "choice":
      return kind.of.join("|")
    case "number":
    case "integer":
      return "N"
    case "boolean":
      return ""
    case "json":
    case "object":
      return "JSON|@FILE|-"
    case "value":
      return "VALUE"
    case "moment":
      return "MOMENT"
    case "pair":
      return "NAME=VALUE"
  }
}

/** `overLearnt` is `over-learnt`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
