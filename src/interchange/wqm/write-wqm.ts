import type { Finding } from "../../messages/findings.ts"
import type { Bundle } from "../../model/bundle.ts"
import { byPlace } from "../../model/bundle.ts"
import type { OrganisationEntry } from "../../model/organisation.ts"
import type { Repertoire } from "../../model/repertoire.ts"
import { xmlDocument, xmlNode } from "../xml/write-xml.ts"
import { WqmWriting } from "./wqm-writing.ts"
import { writeEspRules } from "./write-esp-rules.ts"
import { writeMetaWorkflow } from "./write-meta-workflow.ts"
import { writeWorkflow } from "./write-workflow.ts"

export interface WrittenWqm {
  readonly text: string
  /** All that WQM has no words for: warnings for details that were left out, errors for definitions. */
  readonly findings: readonly Finding[]
}

/** Writes what of a bundle without errors can be said in WQM. Reading it again gives the same; what is missing in it is in the findings. */
export function writeWqm({ definitions, repertoire, organisation }: Bundle): WrittenWqm {
  const findings: Finding[] = []
  const workflows = definitions.flatMap(({ definition, locate }) => {
    const writing = new WqmWriting(`the process '${definition.name}'`, locate, findings)
    return writing.whole(writeWorkflow(definition, writing), ["process"]) ?? []
  })
  const lost = new Set<string>()
  const metaWorkflows = repertoire.exlets.flatMap((exlet) => {
    const writing = new WqmWriting(`the exlet '${exlet.name}'`, exlet.locate, findings)
    const node = writing.whole(writeMetaWorkflow(exlet, writing), exlet.path)
    if (node === undefined) lost.add(exlet.name)
    return node ?? []
  })
  const rules = writeEspRules(repertoire.trees, (exlet) => lost.has(exlet), findings)
  for (const { what, path, locate } of foreignParts(repertoire, organisation))
    new WqmWriting("it", locate, findings).lose(path, what, "Keep it in a bundle of YAML or JSON.")
  const root = xmlNode("wqm", { version: "1" }, [
    ...workflows,
    ...metaWorkflows,
    ...(rules.length === 0 ? [] : [xmlNode("esp_rules", {}, rules)]),
  ])
  return { text: xmlDocument(root), findings: findings.toSorted(byPlace) }
}

/** What WQM knows nothing of at all. */
function foreignParts(
  { classes, handlers, bindings, patterns, constraints, removals }: Repertoire,
  organisation: readonly OrganisationEntry[],
) {
  return [
    ...classes.map(({ name, ...at }) => ({ what: `The class '${name}'`, ...at })),
    ...handlers.map(({ name, ...at }) => ({ what: `The handler '${name}'`, ...at })),
    ...bindings.map(({ handler, at: scope, ...at }) => ({ what: `The binding of '${handler}' at '${scope}'`, ...at })),
    ...patterns.map(({ name, ...at }) => ({ what: `The pattern '${name}'`, ...at })),
    ...constraints.map(({ name, ...at }) => ({ what: `The constraint '${name}'`, ...at })),
    ...removals.map(({ kind, name, ...at }) => ({ what: `That there is no ${kind} '${name}' any more`, ...at })),
    ...organisation.map(({ kind, name, ...at }) => ({ what: `The ${kind} '${name}' of the organisation`, ...at })),
  ]
}
