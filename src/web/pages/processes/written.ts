import type { BundleFile } from "../../../model/bundle.ts"

/** What somebody brings: one text, or the files of a bundle. */
export type Written = readonly BundleFile[]

/** Whether what a browser has kept is that. */
export function isWritten(kept: unknown): kept is Written {
  const isFile = (each: unknown) =>
    typeof each === "object" &&
    each !== null &&
    ["name", "text"].every((key) => typeof Reflect.get(each, key) === "string")
  return Array.isArray(kept) && kept.length > 0 && kept.every(isFile)
}

/** In what language a text is, as far as that can be seen; `bpmn` and `yawl` cannot be read yet. */
export function formatOf(text: string): "ours" | "wqm" | "bpmn" | "yawl" {
  if (!text.trimStart().startsWith("<")) return "ours"
  if (/<(?:\w+:)?definitions\b[^>]*bpmn/is.test(text)) return "bpmn"
  if (/<(?:\w+:)?specificationSet\b|yawlfoundation/i.test(text)) return "yawl"
  return "wqm"
}

/** What is told of a text in a language that cannot be read. */
export function unreadable(files: Written): string | undefined {
  const names = { bpmn: "BPMN", yawl: "YAWL" } as const
  for (const { name, text } of files) {
    const format = formatOf(text)
    if (format === "bpmn" || format === "yawl")
      return `${name} is ${names[format]}, which cannot be read yet. Bring it as YAML, as JSON or as WQM (XML).`
  }
  return undefined
}

/** A pasted text under a name that fits its language. */
export function pasted(text: string): BundleFile {
  return { name: formatOf(text) === "ours" ? "process.yaml" : "process.xml", text }
}

/** Where a line of a text begins and ends. */
export function lineAt(text: string, line: number): readonly [start: number, end: number] {
  const lines = text.split("\n")
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  const from = Math.min(start, text.length)
  return [from, from + (lines[line - 1]?.length ?? 0)]
}

/** What to begin with: small, and with a little of everything. */
export const example = `process: business-trip
title: Business trip
data:
  traveller: { type: string, required: true }
  days: { type: integer, min: 1, default: 1, title: Days away }
  approved: { type: boolean, default: false }
flow:
  - task: approve
    title: Approve the trip
    writes: [approved]
    deadline: P2D
  - choice: answer
    cases:
      - when: approved
        do:
          - parallel: bookings
            branches:
              - [ { task: book-train, title: Book the train } ]
              - [ { task: book-hotel, title: Book the hotel } ]
      - otherwise: [ { task: tell, title: Tell the traveller } ]
`
