import type { Finding } from "../../src/messages/findings.ts"
import { byPlace, readBundle } from "../../src/model/bundle.ts"
import { checkOrganisation } from "../../src/model/check-organisation.ts"
import { checkRepertoire } from "../../src/model/check-repertoire.ts"
import { compileProcess } from "../../src/model/compile.ts"
import { dataClassTree } from "../../src/model/data-class-tree.ts"
import { classTree } from "../../src/model/exception-classes.ts"
import { emptyOrganisation, organisationWith } from "../../src/model/known-organisation.ts"
import { freedBy, stepsIn } from "../../src/model/let-go.ts"
import type { OrganisationEntry } from "../../src/model/organisation.ts"
import type { Repertoire } from "../../src/model/repertoire.ts"
import { heardIn, spokenEvents } from "../../src/model/spoken-events.ts"

/** What reading a bundle of one file gives, and everything told about it in lines. */
export function reading(yaml: string): {
  readonly repertoire: Repertoire
  readonly organisation: readonly OrganisationEntry[]
  readonly told: readonly string[]
} {
  const { repertoire, organisation, findings } = readBundle([{ name: "bundle.yaml", text: outdented(yaml) }])
  return { repertoire, organisation, told: findings.map(line) }
}

/** Everything told when an organisation is checked against itself, and against what was there `before`. */
export function checkingOrganisation(yaml: string, before = ""): readonly string[] {
  const old = readBundle([{ name: "before.yaml", text: outdented(before) }])
  const own = readBundle([{ name: "bundle.yaml", text: outdented(yaml) }])
  const processes = [...old.definitions, ...own.definitions].map(({ definition }) => definition.name)
  const known = organisationWith(old.organisation, { ...emptyOrganisation, processes: () => processes })
  const findings: Finding[] = [...own.findings]
  checkOrganisation(own.organisation, known, (finding) => findings.push(finding))
  return findings.toSorted(byPlace).map(line)
}

/** Everything told when a bundle is checked against itself, and against what was there `before`. */
export function checking(yaml: string, before = ""): readonly string[] {
  const old = readBundle([{ name: "before.yaml", text: outdented(before) }])
  const own = readBundle([{ name: "bundle.yaml", text: outdented(yaml) }])
  const all = [...old.definitions, ...own.definitions]
  const processes = new Map(all.map(({ definition }) => [definition.name, compileProcess(definition, 1, () => {})]))
  const exlets = new Map([...old.repertoire.exlets, ...own.repertoire.exlets].map((exlet) => [exlet.name, exlet]))
  const handlers = new Map([...old.repertoire.handlers, ...own.repertoire.handlers].map((each) => [each.name, each]))
  const patterns = new Map([...old.repertoire.patterns, ...own.repertoire.patterns].map((each) => [each.name, each]))
  const findings: Finding[] = [...own.findings]
  const steps = [...stepsIn(old.repertoire), ...stepsIn(own.repertoire)]
  const known = {
    process: (name: string) => processes.get(name),
    processes: () => processes.keys(),
    exlet: (name: string) => exlets.get(name),
    exlets: () => exlets.keys(),
    handler: (name: string) => handlers.get(name),
    handlers: () => handlers.keys(),
    bindingsOf: (name: string) => old.repertoire.bindings.filter(({ handler }) => handler === name),
    pattern: (name: string) => patterns.get(name),
    patterns: () => patterns.keys(),
    constraints: () => [...old.repertoire.constraints, ...own.repertoire.constraints],
    waitingFor: (event: string) =>
      old.repertoire.trees.filter(({ on }) => on === event).map(({ on, at }) => `the tree "${on} ${at}"`),
    events: () => spokenEvents(steps, [...heardIn(own.repertoire), ...heardIn(old.repertoire)]),
    letsGo(process?: string) {
      const freed = freedBy(steps)
      return process === undefined ? freed.size > 0 : freed.has(process)
    },
    organisation: organisationWith([...old.organisation, ...own.organisation], emptyOrganisation),
    classes: classTree([...old.repertoire.classes, ...own.repertoire.classes]),
    dataClasses: dataClassTree([...old.repertoire.dataClasses, ...own.repertoire.dataClasses]),
  }
  checkRepertoire(own.repertoire, known, (finding) => findings.push(finding))
  return findings.toSorted(byPlace).map(line)
}

function line({ place, severity, code, message, remedy }: Finding): string {
  return `${place.line}:${place.column} ${place.path} ${severity} ${code}: ${message} → ${remedy}`
}

/** The same text without the indentation all its lines share, and without the first line if it is empty. */
function outdented(yaml: string): string {
  const lines = yaml.replace(/^\n/, "").split("\n")
  const depths = lines.filter((text) => text.trim() !== "").map((text) => text.length - text.trimStart().length)
  return lines.map((text) => text.slice(Math.min(...depths))).join("\n")
}
