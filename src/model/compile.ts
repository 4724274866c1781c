import type { Path, Report } from "../messages/findings.ts"
import { checkBoundsWithin } from "./check-looser-bounds.ts"
import { checkReachability } from "./check-reachability.ts"
import { drawAlternatives, drawAside, drawWaysBack, tryOut } from "./compile-apart.ts"
import { drawSequence, type Workshop } from "./compile-blocks.ts"
import { compileNetForm } from "./compile-net.ts"
import { compileAmount, compileDue, type Surroundings } from "./compile-task.ts"
import type { ProcessDefinition } from "./definition.ts"
import { type BlockInfo, type Net, type Process, rootNet } from "./net.ts"
import { NetDraft } from "./net-draft.ts"
import { compileAt, vocabularyOf } from "./vocabulary.ts"

/**
 * Turns a definition into the net it means, reporting every finding. What it gives can run only if none was an error. `paths`
 * is told where each node was written.
 */
export function compileProcess(
  definition: ProcessDefinition,
  version: number,
  report: Report,
  paths: Map<string, Path> = new Map(),
): Process {
  const counts = new Map<string, number>()
  const nameless = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}~${count}`
  }
  const workshop: Workshop = {
    nets: new Map<string, Net>(),
    blocks: new Map<string, BlockInfo>(),
    paths,
    nameless,
    drawAlternatives,
    drawBody(name, body, owner, site, aside = []) {
      const draft = new NetDraft(name, body.form, owner)
      const { alternative: _, ...around } = site
      const inside = { ...around, draft, loops: [] }
      // Unnamed blocks are numbered as they are drawn, and cases that run stand in places called after them: this order is kept.
      const waysBack = owner ? drawAside(aside, inside) : []
      if (body.form === "flow") drawSequence(body.flow, draft.start, draft.end, inside)
      else compileNetForm(body.net, inside)
      drawWaysBack([...waysBack, ...(owner ? [] : drawAside(aside, inside))], inside)
      site.workshop.nets.set(name, draft.finish(site.workshop.blocks, report))
    },
  }
  const around: Surroundings = { variables: definition.data, locals: new Map(), collected: new Map(), report }
  const site = { draft: new NetDraft(rootNet, "flow"), around, loops: [], workshop }
  workshop.drawBody(rootNet, definition.body, undefined, site, definition.aside)
  tryOut(definition, site)
  for (const net of workshop.nets.values()) checkReachability(net, definition, workshop.paths, report)

  const result = definition.result && compileAt(definition.result, vocabularyOf(definition.data, new Map()), report)
  const deadline = definition.deadline && compileDue(definition.deadline, around)
  const budget = definition.budget && compileAmount(definition.budget, around)
  const invariant =
    definition.invariant && compileAt(definition.invariant, vocabularyOf(definition.data, new Map()), report, "boolean")
  const process: Process = {
    name: definition.name,
    version,
    ...(definition.title !== undefined && { title: definition.title }),
    variables: definition.data,
    nets: workshop.nets,
    blocks: workshop.blocks,
    ...(deadline && { deadline }),
    ...(budget !== undefined && { budget }),
    ...(result && { result }),
    ...(invariant && { invariant }),
    scoped: definition,
  }
  checkBoundsWithin(process, workshop.paths, report)
  return process
}
