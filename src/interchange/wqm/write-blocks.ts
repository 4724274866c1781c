import type { Block, Branch, Deadline, Mapping, TaskBlock } from "../../model/definition.ts"
import { type XmlNode, xmlNode } from "../xml/write-xml.ts"
import { SCOPED_PROPERTIES } from "./scoped-properties.ts"
import { isSaid, type WqmWriting } from "./wqm-writing.ts"

/** Blocks one after the other; what WQM has no words for is told and left out. */
export function writeBlocks(blocks: readonly Block[], writing: WqmWriting): readonly XmlNode[] {
  return blocks.flatMap((block) => writeBlock(block, writing) ?? [])
}

function writeBlock(block: Block, writing: WqmWriting): XmlNode | undefined {
  const { name, title, path } = block
  switch (block.kind) {
    case "task":
      return writeTask(block, writing)
    case "sequence":
      return xmlNode("sequence", { name, title }, writeBlocks(block.do, writing))
    case "parallel":
      if (block.branches.length === 0) return writing.lose(path, "A parallel without branches")
      return xmlNode(
        "parallel",
        { name, title },
        block.branches.map((branch) => writeBranch(branch, writing)),
      )
    case "choice":
      return xmlNode(
        "choice",
        { name, title },
        block.cases.map((branch) => writeCase(branch, writing)),
      )
    case "while": {
      const { form, condition } = block.test
      if (form === "until") writing.lose([...path, "until"], "A loop that is tested after each round")
      return xmlNode("while_do", { name, title, condition: condition.source }, writeBlocks(block.do, writing))
    }
    default:
      return writing.lose(path, `'${block.kind}'`)
  }
}

/** A branch of one block is that block, unless a sequence nobody has named would be taken for the branch itself. */
function writeBranch(branch: readonly Block[], writing: WqmWriting): XmlNode {
  const nodes = writeBlocks(branch, writing)
  const [only] = nodes
  const isBare = only?.name === "sequence" && only.attributes.length === 0
  return only !== undefined && branch.length === 1 && !isBare ? only : xmlNode("sequence", {}, nodes)
}

function writeCase({ when, do: blocks }: Branch, writing: WqmWriting): XmlNode {
  const nodes = writeBlocks(blocks, writing)
  return when === undefined ? xmlNode("otherwise", {}, nodes) : xmlNode("when", { condition: when.source }, nodes)
}

function writeTask({ name, path, properties }: TaskBlock, writing: WqmWriting): XmlNode {
  const { title, needs, worker, reads, writes } = properties
  const what = `the task '${name}'`
  for (const [key, kind] of Object.entries(TASK_PROPERTIES)) {
    if (kind === "written" || !isSaid(properties[key as keyof TaskBlock["properties"]])) continue
    if (kind === "detail") writing.detail([...path, key], `'${key}' of ${what}`)
    else writing.lose([...path, key], `'${key}' of ${what}`)
  }
  const [role] = needs?.roles ?? []
  const isRole = role !== undefined && needs?.roles.length === 1 && Object.keys(needs.source).length === 1
  if (needs && !isRole) writing.detail(needs.path, `'needs' of ${what}, which are more than one role,`)
  return xmlNode("task", {
    name,
    title,
    role: isRole ? role : undefined,
    worker,
    reads: mappingText(reads, `'reads' of ${what}`, writing),
    writes: mappingText(writes, `'writes' of ${what}`, writing),
    deadline: deadlineText(properties.deadline, what, writing),
  })
}

function mappingText(mapping: Mapping | undefined, subject: string, writing: WqmWriting): string | undefined {
  if (mapping?.form === "expressions") return writing.lose(mapping.path, `An expression in ${subject}`)
  return mapping?.names.map(({ name }) => name).join(" ")
}

export function deadlineText(deadline: Deadline | undefined, what: string, writing: WqmWriting): string | undefined {
  if (deadline?.form === "duration") return deadline.duration
  if (deadline?.form === "date") return deadline.at
  if (deadline) writing.detail(deadline.path, `'deadline' of ${what}, which is an expression,`)
  return undefined
}

/** What of a task is written, what is a detail, and what would be missed in the flow. */
const TASK_PROPERTIES: { readonly [Key in keyof TaskBlock["properties"]]-?: "written" | "detail" | "flow" } = {
  title: "written",
  needs: "written",
  worker: "written",
  reads: "written",
  writes: "written",
  deadline: "written",
  on: "flow",
  select: "flow",
  cancels: "flow",
  pauseTimers: "detail",
  cost: "detail",
  priority: "detail",
  ...SCOPED_PROPERTIES,
}
