import { type Finding, type Path, pathText } from "../../messages/findings.ts"
import { DEEPEST, plain } from "../../model/plain.ts"
import { LARGEST_TEXT, MOST_WORDS, type Source } from "../../model/source.ts"
import type { Budget } from "../../model/source-tokens.ts"
import { linesOf } from "../xml/lines.ts"
import { type XmlElement, xmlTree } from "../xml/xml-tree.ts"
import { differencesIn } from "./capture-order.ts"
import { checkElement } from "./check-element.ts"
import { listPart, locateIn, mapPart, type Part } from "./part.ts"
import { readAttribute } from "./read-attribute.ts"
import { espRulesIn, readEspRules } from "./read-esp-rules.ts"
import { readMetaWorkflows } from "./read-meta-workflow.ts"
import { readWorkflow } from "./read-workflow.ts"
import type { Tell, WqmReading } from "./wqm-reading.ts"

/**
 * Reads a WQM document, base workflows, meta workflows and ESP rules in XML, into a document of our language whose places are lines and columns of
 * the XML. Never throws; everything wrong with it as XML and as WQM is in the findings, what is wrong with the language itself is found by
 * whoever reads the document.
 */
export function readWqm(file: string, text: string, budget: Budget = { left: MOST_WORDS }): Source {
  const findings: Finding[] = []
  if (text.length > LARGEST_TEXT) {
    const message = `The file has ${text.length} characters; at most ${LARGEST_TEXT} are read.`
    findings.push({ code: "TOO_LARGE", severity: "error", place: { file, path: "" }, message, remedy: SPLIT })
    return { documents: [], findings }
  }
  const lineOf = linesOf(text)
  const tell: Tell = (code, path, at, message, remedy) =>
    findings.push({ code, severity: "error", place: { file, ...lineOf(at), path: pathText(path) }, message, remedy })
  const { root, mistakes } = xmlTree(text, DEEPEST, budget)
  for (const { code, at, message, remedy } of mistakes) tell(code, [], at, message, remedy)
  if (root === undefined) return { documents: [], findings }
  if (root.name !== "wqm") {
    const message = `The document is a <${root.name}>; only <wqm> is read.`
    tell("NOT_WQM", [], root.at, message, "Put the workflows, meta workflows and rules into <wqm>.")
    return { documents: [], findings }
  }
  const whole = readRoot(root, { text, notation: "cel", tell, suggestions: { left: 200 } })
  const isWhole = findings.length === 0
  const locate = locateIn(whole, file, lineOf)
  let isBounded = true
  plain(whole.value, ({ code, path }) => {
    isBounded = false
    findings.push({ code, severity: "error", place: locate(path), message: PLAIN_PROBLEMS[code], remedy: SPLIT })
  })
  if (!isBounded) return { documents: [], findings }
  for (const { code, at, message, remedy } of isWhole ? differencesIn(root) : [])
    findings.push({ code, severity: "warning", place: { file, ...lineOf(at), path: "rules" }, message, remedy })
  return { documents: [{ value: whole.value, locate, isWhole }], findings }
}

const SPLIT = "Split it into several files."
const PLAIN_PROBLEMS = {
  NOT_PLAIN: "There is a value JSON cannot hold.",
  TOO_DEEP: `What is read here would be nested more than ${DEEPEST} levels deep.`,
  TOO_MANY_VALUES: "There are more values than are read at once.",
} as const

function readRoot(root: XmlElement, around: WqmReading): Part {
  checkElement(root, [], around)
  readAttribute(root, "version", [], around)
  const notation = readAttribute(root, "notation", [], around)?.value
  const reading: WqmReading = { ...around, notation: notation === "esp" ? "esp" : "cel" }
  const inside = (name: string) => root.children.filter((child) => child.name === name)
  const workflows = inside("workflow").map((child, index) => readWorkflow(child, ["processes", index], reading))
  const [first] = workflows
  for (const list of inside("esp_rules")) checkElement(list, RULES, reading)
  const rules = espRulesIn(root)
  return mapPart(root.at, [
    ["processes", first && listPart(first.at, workflows)],
    ["exlets", readMetaWorkflows(inside("meta_workflow"), root.at, ["exlets"], reading)],
    ["rules", readEspRules(rules, RULES, reading)],
  ])
}

const RULES: Path = ["rules"]
