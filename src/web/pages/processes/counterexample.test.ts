import { expect, test } from "vitest"
import type { Finding } from "../../../messages/findings.ts"
import type { JsonObject } from "../../../messages/json.ts"
import type { Drawing } from "../../../model/drawing.ts"
import type { Mark } from "../../net/marks.ts"
import { frameMarks, framesOf, playedEdges } from "./counterexample.ts"
import { findingMarks, processOf, taskOf } from "./found-at.ts"

const edge = (from: string, to: string) => ({ id: `${from}-${to}`, from, to, kind: "flow" as const })
const net: Drawing = {
  process: "order",
  version: 0,
  nets: [
    {
      name: "",
      nodes: [
        { id: "start", kind: "start", title: "" },
        { id: "n1", kind: "task", title: "Enter it", task: "enter" },
        { id: "g", kind: "choice", title: "" },
        { id: "n2", kind: "task", title: "Pack", task: "pack" },
        { id: "n3", kind: "task", title: "Bill", task: "bill" },
        { id: "n4", kind: "task", title: "Send", task: "send" },
        { id: "end", kind: "end", title: "" },
      ],
      edges: [
        ...[edge("start", "n1"), edge("n1", "g"), edge("g", "n2"), edge("g", "n3")],
        ...[edge("n2", "n4"), edge("n3", "n4"), edge("n4", "end")],
      ],
    },
  ],
}
const sketch = {
  source: { process: "order", flow: [{ task: "enter" }, { choice: "c", cases: [{ do: [{ task: "pack" }] }] }] },
  net,
}
const stuck: Finding = {
  code: "NO_OPTION_TO_COMPLETE",
  severity: "warning",
  place: { path: "net.send" },
  message: 'The process "order" can get stuck: "send" waits for more than comes.',
  remedy: "…",
  counterexample: [
    { start: "order" },
    { complete: "enter", data: { express: true } },
    { complete: "item pack[1]" },
    { expect: { state: "running", exceptions: [{ class: "Deadlock", at: "order" }] } },
  ],
}
const at = (path: string, message = ""): Finding => ({ ...stuck, place: { path }, message })

test("[PROC4] a finding is shown at the innermost step it is about", () => {
  expect([
    taskOf(stuck, sketch),
    taskOf(at("flow[1].cases[0].do[0].reads"), sketch),
    taskOf(at("flow[0]"), sketch),
    taskOf(at("processes[0].flow[0].needs"), sketch),
    taskOf(at("data.x", '"send" reads it'), sketch),
    taskOf(at("data.x", "nobody writes it"), sketch),
  ]).toEqual(["send", "pack", "enter", "enter", "send", undefined])
  expect(findingMarks([stuck, at("net.send")], sketch)).toEqual(
    new Map([["send", { tone: "held", icon: "trouble", word: "2 findings" }]]),
  )
})

test("[PROC4] of several processes it is about the one its counterexample starts, its message names or its path counts", () => {
  const other = { source: {}, net: { ...net, process: "other" } }
  const both = [other, sketch]
  expect([
    processOf(stuck, both),
    processOf({ ...at("flow[0]", '"other" is wrong'), counterexample: [] }, both),
    processOf({ ...at("processes[1].flow"), counterexample: [] }, both),
    processOf({ ...at("rules[0]"), counterexample: [] }, both),
  ]).toEqual([sketch, other, sketch, undefined])
})

test("[PROC5] a counterexample is told and shown step by step, and ends where it goes wrong", () => {
  const frames = framesOf(stuck.counterexample ?? [], net)
  expect(frames).toEqual([
    { text: "A case is started", played: [], isEnd: false },
    { text: "Enter it is completed", with: "express = true", task: "enter", played: ["enter"], isEnd: false },
    { text: "Pack is completed", task: "pack", played: ["enter", "pack"], isEnd: false },
    {
      text: "In the end the case is running; Deadlock at the process",
      played: ["enter", "pack"],
      isEnd: true,
    },
  ])
  const done: Mark = { tone: "done", icon: "completed", word: "done" }
  expect(frames.map((frame) => frameMarks(frame, stuck, sketch))).toEqual([
    new Map(),
    new Map([["enter", { ...done, isPlayed: true }]]),
    new Map([
      ["enter", done],
      ["pack", { ...done, isPlayed: true }],
    ]),
    new Map<string, unknown>([
      ["enter", done],
      ["pack", done],
      ["send", { tone: "held", icon: "trouble", word: "here", isPlayed: true }],
    ]),
  ])
})

test("[PROC5] the way that was gone is marked, through what stands between two tasks", () => {
  expect([...playedEdges(["enter", "pack"], net)]).toEqual(["start → n1", "n1 → g", "g → n2"])
  expect([...playedEdges([], net)]).toEqual([])
})

test("[PROC5] what has come about in the end is told: what is held, left undone, decided, or has run too often", () => {
  const last = (step: JsonObject) => framesOf([step], net).at(-1)?.text
  expect([
    last({ expect: { state: "running", held: false, items: { pack: "held enabled" } } }),
    last({ expect: { state: "completed", items: { bill: "removed" } } }),
    last({ expect: { decision: { on: "itemPre", at: "send", conclusion: "wait" } } }),
    last({ expect: { state: "running", interventions: 1, exlets: { steps: 8 } } }),
    last({ expect: {} }),
  ]).toEqual([
    "In the end the case is running; Pack is held, and nothing lets it go",
    "In the end the case is completed; Bill is taken away undone",
    "In the end at Send the rules say wait",
    "In the end the case is running; steps has run 8 times; somebody is asked",
    "In the end it stands so",
  ])
  expect(framesOf([{ raise: "Torn", item: "pack" }], net)[0]).toEqual({
    ...{ text: "Torn is raised", task: "pack", played: [], isEnd: false },
  })
  const held = {
    ...at("rules[0]", "nothing lets it go"),
    counterexample: [{ expect: { items: { pack: "held enabled" } } }],
  }
  expect(framesOf(held.counterexample, net).map((frame) => frameMarks(frame, held, sketch))).toEqual([
    new Map([["pack", { tone: "held", icon: "trouble", word: "here", isPlayed: true }]]),
  ])
})
