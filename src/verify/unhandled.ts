import type { Pattern } from "../model/repertoire.ts"
import { slipOf } from "../model/slips.ts"
import type { Doubt } from "./doubt.ts"
import { actingRules, type RepertoireInForce } from "./repertoire-in-force.ts"

/** Classes the bundle declares that nothing waits for, and events its exlets raise that nobody hears. */
export function unhandled(force: RepertoireInForce): readonly Doubt[] {
  const heard = heardNames(force)
  return [...unhandledClasses(force, heard), ...unheardEvents(force, heard)]
}

function unhandledClasses(force: RepertoireInForce, heard: ReadonlySet<string>): readonly Doubt[] {
  const { classes, declared } = force
  const parents = new Set(classes.all().flatMap((name) => classes.parent(name) ?? []))
  return declared
    .filter(({ name }) => !parents.has(name) && !classes.lineage(name).some((each) => heard.has(each)))
    .filter(({ name }) => classes.isTrigger(name) === "case" || !hasPatterns(force))
    .map(({ name, path, locate }) => ({
      finding: {
        code: "CLASS_UNHANDLED",
        severity: "warning",
        place: locate(path, "key"),
        message: `Nobody handles the ${classes.isTrigger(name) ? "trigger" : "class"} '${name}': no rule, handler, exception arc or pattern is about it or a class above it.`,
        remedy: "Write a rule for it; without one, a person is asked each time.",
      },
      shownBy: { kind: "raised", class: name },
    }))
}

function unheardEvents(force: RepertoireInForce, heard: ReadonlySet<string>): readonly Doubt[] {
  const found = new Map<string, Doubt>()
  for (const rule of actingRules(force)) {
    if (!rule.isNew) continue
    rule.steps.forEach(({ step, place }, index) => {
      if (step.do !== "raise" || force.classes.has(step.class) || heard.has(step.class)) return
      const near = slipOf(step.class, heard)
      const finding = {
        code: "EVENT_UNHEARD",
        severity: "warning",
        place,
        message: `Nobody hears '${step.class}': it is no class, and no rule, handler, exception arc or pattern waits for it.`,
        remedy:
          near === undefined ? "Write a rule for it, correct its name, or leave it out." : `Did you mean '${near}'?`,
      } as const
      found.set(JSON.stringify(place), { finding, shownBy: { kind: "taken", rule, index } })
    })
  }
  return [...found.values()]
}

/** Every class and event that something is done about. */
function heardNames({ trees, bound, patterns, processes }: RepertoireInForce): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { on, nodes } of trees) if (nodes.length > 0) names.add(on)
  for (const { handler } of bound) for (const on of handler.on) names.add(on)
  const note = (pattern: Pattern): void => {
    if ("event" in pattern) names.add(pattern.event)
    else
      for (const member of "all" in pattern ? pattern.all : "any" in pattern ? pattern.any : pattern.sequence)
        note(member)
  }
  for (const { pattern } of patterns) note(pattern)
  for (const { nets } of processes.values())
    for (const { nodes } of nets.values())
      for (const { task } of nodes.values()) for (const arc of task?.arcs?.keys() ?? []) names.add(arc)
  return names
}

/** Whether something anywhere is done again, otherwise or not at all when it goes wrong, whatever the reason; or is a person's business on purpose. */
function hasPatterns({ processes }: RepertoireInForce): boolean {
  for (const process of processes.values()) {
    const scoped = [
      process.scoped,
      ...[...process.nets.values()].flatMap(({ nodes }) => [...nodes.values()].map(({ task }) => task?.scoped)),
    ]
    if (scoped.some((each) => each?.pattern !== undefined || each?.involvement === "manual")) return true
  }
  return false
}
