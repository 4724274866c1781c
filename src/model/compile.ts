import type { Path, Report } from "../messages/findings.ts"
import { checkReachability } from "./check-reachability.ts"
import { drawSequence, tryOut, type Workshop } from "./compile-blocks.ts"
import { compileNetForm } from "./compile-net.ts"
import { compileDue, type Surroundings } from "./compile-task.ts"
import type { ProcessDefinition } from "./definition.ts"
import { type BlockInfo, type Net, type Process, rootNet } from "./net.ts"
import { NetDraft } from "./net-draft.ts"
import { compileAt, vocabularyOf } from "./vocabulary.ts"

/** Turns a definition into the net it means, reporting every finding. What it gives can run only if none was an error. */
export function compileProcess(definition: ProcessDefinition, version: number, report: Report): Process {
  const counts = new Map<string, number>()
  const nameless = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}~${count}`
  }
  const workshop: Workshop = {
    nets: new Map<string, Net>(),
    blocks: new Map<string, BlockInfo>(),
    paths: new Map<string, Path>(),
    nameless,
    drawBody(name, body, owner, site) {
      const draft = new NetDraft(name, owner)
      const inside = { ...site, draft, loops: [] }
      if (body.form === "flow") drawSequence(body.flow, draft.start, draft.end, inside)
      else compileNetForm(body.net, inside)
      site.workshop.nets.set(name, draft.finish(site.workshop.blocks, report))
    },
  }
  const around: Surroundings = { variables: definition.data, locals: new Map(), collected: new Map(), report }
  const site = { draft: new NetDraft(rootNet), around, loops: [], workshop }
  workshop.drawBody(rootNet, definition.body, undefined, site)
  tryOut(definition, site)
  for (const net of workshop.nets.values()) checkReachability(net, definition, workshop.paths, report)

  const result = definition.result && compileAt(definition.result, vocabularyOf(definition.data, new Map()), report)
  const deadline = definition.deadline && compileDue(definition.deadline, around)
  const invariant =
    definition.invariant && compileAt(definition.invariant, vocabularyOf(definition.data, new Map()), report, "boolean")
  return {
    name: definition.name,
    version,
    ...(definition.title !== undefined && { title: definition.title }),
    variables: definition.data,
    nets: workshop.nets,
    blocks: workshop.blocks,
    ...(deadline && { deadline }),
    ...(result && { result }),
    ...(invariant && { invariant }),
    scoped: definition,
  }
}
