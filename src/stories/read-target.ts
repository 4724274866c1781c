import type { Path } from "../messages/findings.ts"
import { quoted } from "../model/names.ts"
import { type Fields, optional } from "../model/read-fields.ts"
import { type ReadReport, wrong } from "../model/read-finding.ts"
import { readCount, readText } from "../model/read-value.ts"
import { type ItemName, parseItemName } from "./item-name.ts"
import type { CaseTarget, ItemTarget, Target } from "./story.ts"

/** `case`, `item X`, the name of a task or activity, or with a plus what follows it. */
export function readTarget(fields: Fields, word: string): Target | undefined {
  const text = optional(fields, word, readText)?.trim()
  if (text === undefined) return undefined
  if (text === "case") return { kind: "case" }
  const isAfter = text.endsWith("+")
  const item = itemAt(isAfter ? text.slice(0, -1) : text, fields, [...fields.path, word])
  return item && { kind: isAfter ? "after" : "item", item }
}

/** The same where it makes no sense to name what follows a task. */
export function readItemOrCase(fields: Fields, word: string): ItemTarget | CaseTarget | undefined {
  const target = readTarget(fields, word)
  if (target?.kind !== "after") return target
  return wrong(
    fields.report,
    "NOT_ALLOWED",
    [...fields.path, word],
    `'${word}' cannot act on what follows a task.`,
    "Name an item or the case.",
  )
}

export function readItem(fields: Fields, word: string): ItemName | undefined {
  const text = optional(fields, word, readText)
  if (text?.trim() === "case")
    return wrong(
      fields.report,
      "NOT_ALLOWED",
      [...fields.path, word],
      `'${word}' cannot act on a case.`,
      "Name an item: 'item X'.",
    )
  return text === undefined ? undefined : itemAt(text, fields, [...fields.path, word])
}

function itemAt(text: string, fields: Fields, path: Path): ItemName | undefined {
  const item = parseItemName(text)
  if (item === undefined) return badItem(text, path, fields.report)
  const instance = optional(fields, "instance", readCount(1))
  return instance === undefined ? item : { ...item, instances: [...item.instances, instance] }
}

function badItem(text: string, path: Path, report: ReadReport): undefined {
  return wrong(
    report,
    "BAD_NAME",
    path,
    `There can be no item called ${quoted(text)}.`,
    "Write a task's name, such as review, 'item review' or 'review[2]'.",
  )
}
