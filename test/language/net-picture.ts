import type { Json, JsonObject } from "../../src/messages/json.ts"

/**
 * A process as a picture of its net, one line for each node:
 *
 *     start -> S
 *     S -> A & B          all of them; `A | B` one of them, `A + B` some of them
 *     J(and) -> end       how it joins; xor unless said
 *     (c) -> E, F         a place that both may take from
 *     X -> end ! A, c     what it cancels
 *     T{ … } -> end       an activity, in whose net the lines stand, separated by `;`
 *     M* -> end           done for each element of a list
 *
 * Every condition is a variable of its own, so that data can lead anywhere.
 */
export function pictured(picture: string): JsonObject {
  const data: Record<string, Json> = { lines: { list: "string", default: ["x", "y"] } }
  const net = netOf(picture, "\n", data)
  return { process: "p", data, net }
}

function netOf(picture: string, separator: string, data: Record<string, Json>): JsonObject {
  const lines = picture
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== "")
  return Object.fromEntries(lines.map((line) => nodeOf(line, data)))
}

function nodeOf(line: string, data: Record<string, Json>): [string, Json] {
  const inner = /^(\w+)\{(.*)\}\s*(.*)$/s.exec(line)
  const [head = "", tail = ""] = inner ? [inner[1], inner[3]?.replace(/^->/, "").trim()] : split(line, "->")
  const [targets = "", cancelled] = split(tail, "!")
  const place = /^\((\w+)\)$/.exec(head)
  if (place) return [place[1] ?? "", { condition: true, to: names(targets) }]
  const [, name = "", star, , join] = /^(\w+)(\*?)(\((\w+)\))?$/.exec(head) ?? []
  if (name === "start") return [name, { to: names(targets) }]
  return [
    name,
    {
      ...(join && { join }),
      ...(star === "*" && { many: { each: "lines", as: "line" } }),
      ...(inner && { activity: { net: netOf(inner[2] ?? "", ";", data) } }),
      ...outputsOf(name, targets, data),
      ...(cancelled && { cancels: names(cancelled) }),
    },
  ]
}

function outputsOf(name: string, targets: string, data: Record<string, Json>): JsonObject {
  const sign = /[|+]/.exec(targets)?.[0]
  if (sign === undefined) return { to: names(targets) }
  const all = targets.split(sign).map((target) => target.trim())
  const to = all.map((target, index): [string, Json] => {
    if (sign === "|" && index === all.length - 1) return [target, "otherwise"]
    const variable = `${name}_${index + 1}`
    data[variable] = { type: "boolean", default: false }
    return [target, variable]
  })
  return { split: sign === "|" ? "xor" : "or", to: Object.fromEntries(to) }
}

function names(text: string): string[] {
  return text.split(/[,&]/).map((name) => name.trim())
}

function split(text: string, sign: string): string[] {
  return text.split(sign).map((part) => part.trim())
}
