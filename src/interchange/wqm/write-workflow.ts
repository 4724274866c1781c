import type { ProcessDefinition } from "../../model/definition.ts"
import { type XmlNode, xmlNode } from "../xml/write-xml.ts"
import { SCOPED_PROPERTIES } from "./scoped-properties.ts"
import { isSaid, type WqmWriting } from "./wqm-writing.ts"
import { deadlineText, writeBlocks } from "./write-blocks.ts"
import { writeVariables } from "./write-data-type.ts"

/** A process as a base workflow. */
export function writeWorkflow(process: ProcessDefinition, writing: WqmWriting): XmlNode | undefined {
  const { name, title, data, body, result, path } = process
  for (const [key, kind] of Object.entries(PROCESS_PROPERTIES)) {
    if (kind === "written" || !isSaid(process[key as keyof ProcessDefinition])) continue
    if (kind === "detail") writing.detail([...path, key], `'${key}' of the process '${name}'`)
    else writing.lose([...path, key], `'${key}'`)
  }
  if (body.form === "net") return writing.lose([...path, "net"], "A net", "Write it in blocks.")
  const deadline = deadlineText(process.deadline, `the process '${name}'`, writing)
  const variables = data.size === 0 ? [] : [writeVariables(data)]
  const node = xmlNode("workflow", { name, title, deadline, result: result?.source }, [
    ...variables,
    ...writeBlocks(body.flow, writing),
  ])
  if (body.flow.length === 0) return writing.lose(path, "A process in which nothing is done")
  return node
}

/** What of a process is written, what is a detail, and what would be missed in the flow. */
const PROCESS_PROPERTIES: { readonly [Key in keyof ProcessDefinition]-?: "written" | "detail" | "flow" } = {
  path: "written",
  name: "written",
  title: "written",
  data: "written",
  body: "written",
  result: "written",
  deadline: "written",
  aside: "flow",
  budget: "detail",
  ...SCOPED_PROPERTIES,
}
