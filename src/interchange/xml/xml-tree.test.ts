import { describe, expect, test } from "vitest"
import { LARGEST_TEXT, MOST_WORDS } from "../../model/source.ts"
import { readWqm } from "../wqm/read-wqm.ts"
import { linesOf } from "./lines.ts"
import { type XmlElement, xmlTree } from "./xml-tree.ts"

/** What is told about a text, each with its line and column. */
function mistakes(text: string, bounds: { readonly deepest?: number; readonly most?: number } = {}): readonly string[] {
  const lineOf = linesOf(text)
  return xmlTree(text, bounds.deepest ?? 10, { left: bounds.most ?? 100 }).mistakes.map(({ code, at, message }) => {
    const { line, column } = lineOf(at)
    return `${line}:${column} ${code} ${message}`
  })
}

describe("a text that is no XML", () => {
  test.each<readonly [string, readonly string[]]>([
    ["", ["1:1 BAD_SYNTAX Document must contain a root element."]],
    ["<a>\n<b></a>", ["2:4 BAD_SYNTAX '</a>' stands here, but 'b' is not closed yet."]],
    ["<a/></b>", ["1:5 BAD_SYNTAX '</b>' closes nothing that is open here."]],
    [
      "<a>\r\n  <b>",
      ["2:3 BAD_SYNTAX The element 'b' is never closed.", "1:1 BAD_SYNTAX The element 'a' is never closed."],
    ],
    ['<a x="1" x="2"/>', ["1:16 BAD_SYNTAX Duplicate attribute: x."]],
    ["<a>\u0001</a>", ["1:4 BAD_SYNTAX Disallowed character."]],
  ])("[WQM6] %j", (text, expected) => {
    expect(mistakes(text)).toEqual(expected)
    expect(xmlTree(text, 10, { left: 100 }).root).toBeUndefined()
  })

  test("[WQM7] nothing is declared and nothing expanded", () => {
    const bomb = `<!DOCTYPE wqm [
  <!ENTITY a "ha"> <!ENTITY b "&a;&a;&a;"> <!ENTITY file SYSTEM "file:///etc/passwd">
]>
<wqm title="&b;">&file;</wqm>`
    expect(mistakes(bomb)).toEqual([
      "1:1 DOCTYPE_REFUSED There is a DOCTYPE, which could make much of little or name other files, and is not read.",
      "4:13 ENTITY_REFUSED There is no entity '&b;': none can be declared.",
      "4:18 ENTITY_REFUSED There is no entity '&file;': none can be declared.",
    ])
  })

  test("[WQM7] a text in another encoding is not guessed at", () => {
    const declared = (encoding: string) => mistakes(`<?xml version="1.0" encoding="${encoding}"?><a/>`)
    expect(declared("utf-8")).toEqual([])
    expect(declared("ISO-8859-1")).toEqual([
      "1:1 BAD_ENCODING The text says that it is in 'ISO-8859-1', but is read as UTF-8.",
    ])
  })
})

describe("a text that is too much", () => {
  test("[WQM7] what is nested too deep is not read", () => {
    expect(mistakes("<a><b><c/></b></a>", { deepest: 2 })).toEqual([
      "1:7 TOO_DEEP The elements are nested more than 2 deep.",
    ])
  })

  test("[WQM7] elements and attributes are counted", () => {
    const tooMany = "TOO_LARGE Up to here there are as many elements and attributes as are read at once."
    expect(mistakes("<a><b/><c/></a>", { most: 3 })).toEqual([])
    expect(mistakes("<a><b/><c/></a>", { most: 2 })).toEqual([`1:8 ${tooMany}`])
    expect(mistakes('<a x="" y="" z=""/>', { most: 3 })).toEqual([`1:1 ${tooMany}`])
  })

  test("[WQM7] a long text is refused by its length", () => {
    const { findings, documents } = readWqm("long.xml", `<wqm>${" ".repeat(LARGEST_TEXT)}</wqm>`)
    expect(documents).toEqual([])
    expect(findings.map(({ code, place }) => [code, place])).toEqual([["TOO_LARGE", { file: "long.xml", path: "" }]])
  })

  test("[WQM7] a list of mistakes breaks off", () => {
    expect(mistakes(`<a>${"&x;".repeat(5000)}</a>`)).toHaveLength(20)
  })

  test.each<readonly [string, string]>([
    ["nested", "<sequence>".repeat(90_000)],
    ["closed", `<sequence>${"</sequence>".repeat(90_000)}`],
    ["attributes", `<task ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(" ")}/>`],
    ["the same attribute", `<task ${'a="" '.repeat(100_000)}/>`],
    ["unknown elements", "<tsak/>".repeat(100_000)],
    [
      "unknown variables",
      `<workflow name="p"><task name="a" reads="&#97; ${"a".repeat(5)}${" b".repeat(400_000)}"/></workflow>`,
    ],
    ["brackets", `<workflow name="p" result="${"(".repeat(500_000)}"/>`],
    ["nots", `<workflow name="p" result="${"not ".repeat(200_000)}"/>`],
    ["ands", `<workflow name="p" result="${"(a and a) and ".repeat(60_000)}a"/>`],
    [
      "values",
      `<workflow name="p"><data><variable name="v" type="any" default="${"[".repeat(500_000)}"/></data></workflow>`,
    ],
    ["entities", "&amp;".repeat(180_000)],
    ["a tag without an end", `<task ${" ".repeat(900_000)}`],
    ["references without an end", `<task a="${"&#".repeat(400_000)}"/>`],
    ["comments", "<!---->".repeat(120_000)],
    ["CDATA", "<![CDATA[x]]>".repeat(70_000)],
  ])(
    "[WQM7] no text keeps the reader long: %s",
    (_, inside) => {
      const { documents, findings } = readWqm("x.xml", `<wqm notation="esp">${inside}</wqm>`, { left: MOST_WORDS })
      expect(documents.length + findings.length).toBeGreaterThan(0)
    },
    20_000,
  )
})

test("every element knows where it stands, wherever a piece of the text ends", () => {
  const text = `<a>${Array.from({ length: 4000 }, (_, index) => `<element${index} name="x &lt; ${index}" ${" ".repeat(index % 7)}b='y'/>`).join("\r\n")}</a>`
  const wrong: string[] = []
  const look = ({ name, at, attributes, children }: XmlElement): void => {
    if (!text.startsWith(`<${name}`, at)) wrong.push(name)
    for (const [key, { at: nameAt, start, end, value }] of attributes)
      if (!text.startsWith(key, nameAt) || text.slice(start, end).replaceAll("&lt;", "<") !== value)
        wrong.push(`${name} ${key}`)
    children.forEach(look)
  }
  const { root } = xmlTree(text, 10, { left: 20_000 })
  if (root) look(root)
  expect([root?.children.length, wrong]).toEqual([4000, []])
})
