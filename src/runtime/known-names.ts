import { isBuiltInClass } from "../model/exception-classes.ts"
import type { Authority } from "./authority.ts"
import { dataClassViews } from "./data-class-views.ts"
import type { Processes } from "./processes.ts"
import type { Rulebook } from "./rulebook.ts"
import { repertoireShownTo } from "./shown-repertoire.ts"
import type { Staffing } from "./staffing.ts"

interface Deployed {
  readonly processes: Pick<Processes, "newest" | "names" | "current">
  readonly rulebook: Rulebook
  readonly staffing: Pick<Staffing, "stored">
}

/** Returns whether somebody may learn a name of what is deployed: nothing is called so that is not for them. */
export function mayKnow(
  name: string,
  { processes, rulebook, staffing }: Deployed,
  authority: Authority | undefined,
): boolean {
  if (authority === undefined) return true
  const shown = repertoireShownTo(rulebook, authority)
  const [process = ""] = name.split("/")
  if (processes.newest(process) && !authority.knows(process)) return false
  if (rulebook.definition(name) && !shown.exlet(name)) return false
  if (rulebook.handlers.handler(name) && !shown.handler(name)) return false
  if (rulebook.patterns.has(name) && !shown.pattern(name)) return false
  if (rulebook.classes.has(name) && !isBuiltInClass(name) && !authority.reads()) return false
  if (!mayKnowDataClass(name, { processes, rulebook }, authority)) return false
  return authority.may("see") || kinds.every((kind) => staffing.stored(kind, name) === undefined)
}

function mayKnowDataClass(
  name: string,
  deployed: Pick<Deployed, "processes" | "rulebook">,
  authority: Authority,
): boolean {
  const isIn = (views: ReturnType<typeof dataClassViews>) => views.some((view) => view.name === name)
  return isIn(dataClassViews(deployed, authority)) || !isIn(dataClassViews(deployed))
}

const kinds = ["role", "capability", "unit", "agent"] as const
