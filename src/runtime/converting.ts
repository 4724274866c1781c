import { oneBundle } from "../interchange/one-bundle.ts"
import { writeWqm } from "../interchange/wqm/write-wqm.ts"
import type { Finding } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { type Deployable, invalid, readDeployable } from "./examining.ts"

/** What definitions can be made of: one bundle of our own language, or WQM. */
export const FORMATS = ["bundle", "wqm"] as const
export type Format = (typeof FORMATS)[number]

/** The definitions in the format asked for, and what it has no words for. */
export interface Converted {
  readonly bundle?: JsonObject
  /** XML. */
  readonly wqm?: string
  readonly findings: readonly Finding[]
}

/** The same definitions in another format. Refused if they cannot be read; whether they make sense is not looked at. */
export function convert(what: Deployable, to: Format): Answer<Converted> {
  const bundle = readDeployable(what)
  if (bundle.findings.some(({ severity }) => severity === "error")) return refuse(invalid(bundle.findings))
  if (to === "bundle") return accept({ bundle: oneBundle(bundle.documents), findings: bundle.findings })
  const { text, findings } = writeWqm(bundle)
  return accept({ wqm: text, findings: [...bundle.findings, ...findings] })
}
