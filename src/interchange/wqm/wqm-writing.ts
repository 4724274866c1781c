import type { Finding, Path, Severity } from "../../messages/findings.ts"
import type { Locate } from "../../model/source.ts"
import type { XmlNode } from "../xml/write-xml.ts"
import { fitsXml } from "../xml/xml-text.ts"

/**
 * Notes what of one definition WQM has no words for. A detail is left out by itself (a warning); without anything else the definition would mean
 * something else, and is left out as a whole (an error).
 */
export class WqmWriting {
  readonly #what: string
  readonly #locate: Locate
  readonly #findings: Finding[]
  #isLost = false

  /** @param what The definition in words: "the process 'order'". */
  constructor(what: string, locate: Locate, findings: Finding[]) {
    this.#what = what
    this.#locate = locate
    this.#findings = findings
  }

  detail(path: Path, subject: string): void {
    this.#tell("warning", path, `${subject} has no place in WQM and is left out.`, DETAIL)
  }

  lose(path: Path, subject: string, remedy: string = KEEP): undefined {
    this.#isLost = true
    this.#tell("error", path, `${subject} has no place in WQM, so ${this.#what} is left out.`, remedy)
  }

  /** What was written, unless something was lost. */
  whole(node: XmlNode | undefined, path: Path): XmlNode | undefined {
    if (node !== undefined && !fits(node))
      this.lose(path, "A character that XML cannot hold", "Write the text without it.")
    return this.#isLost ? undefined : node
  }

  #tell(severity: Severity, path: Path, message: string, remedy: string): void {
    this.#findings.push({ code: "NOT_IN_WQM", severity, place: this.#locate(path), message, remedy })
  }
}

/** Whether something was said of a property at all. */
export function isSaid(value: unknown): boolean {
  if (value === undefined || value === false) return false
  if (value instanceof Map) return value.size > 0
  return !Array.isArray(value) || value.length > 0
}

const DETAIL = "Say it in a bundle of YAML or JSON, or do without it."
const KEEP = "Keep it in a bundle of YAML or JSON, or say it with sequence, parallel, choice, while and task alone."

function fits({ attributes, children }: XmlNode): boolean {
  return attributes.every(([, value]) => fitsXml(value)) && children.every(fits)
}
