import type { Place, Step } from "../../messages/steps.ts"
import type { ExletDefinition } from "../../model/repertoire.ts"
import { type XmlNode, xmlNode } from "../xml/write-xml.ts"
import { isSaid, type WqmWriting } from "./wqm-writing.ts"

/** An exlet as a meta workflow. */
export function writeMetaWorkflow(exlet: ExletDefinition, writing: WqmWriting): XmlNode {
  const { name, title, steps, path, stepsPath } = exlet
  for (const key of ["deadline", "budget"] as const)
    if (isSaid(exlet[key])) writing.detail([...path, key], `'${key}' of the exlet '${name}'`)
  if (exlet.solves !== undefined) writing.detail([...path, "solves"], `'solves' of the exlet '${name}'`)
  const activities = steps.flatMap((step, index) => {
    const node = writeStep(step)
    if (node === undefined) writing.lose([...stepsPath, index], subjectOf(step), FIVE)
    return node ?? []
  })
  return xmlNode("meta_workflow", { name, title }, activities)
}

const FIVE = "Meta workflows only start, terminate, suspend, wait and suspend, or resume workflows."

function subjectOf(step: Step): string {
  if (step.do === "start") return "'with' in the step 'start'"
  return step.do === "suspend" ? `The step 'suspend: ${String(step.target)}'` : `The step '${step.do}'`
}

function writeStep(step: Step): XmlNode | undefined {
  switch (step.do) {
    case "start":
      if (step.with !== undefined) return undefined
      return xmlNode("start", { workflow: step.process, case: step.number ?? (step.newFamily && "new") })
    case "terminate":
      return xmlNode("terminate", { workflow: step.process })
    case "suspend":
      return typeof step.target === "string" ? undefined : onPlace("suspend", step.target)
    case "waitAndSuspend":
      return onPlace("wait_and_suspend", step.place)
    case "resume":
      return onPlace("resume", step.place)
    default:
      return undefined
  }
}

function onPlace(word: string, { process, task, after }: Place): XmlNode {
  return xmlNode(word, { workflow: process, task: task && `${task}${after ? "+" : ""}` })
}
