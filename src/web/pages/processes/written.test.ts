import { expect, test } from "vitest"
import { readBundle } from "../../../model/bundle.ts"
import { example, formatOf, lineAt, pasted, unreadable } from "./written.ts"

const bpmn = '<?xml version="1.0"?>\n<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL">'
const yawl = '<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema">'

test("[PROC6] what cannot be read yet is told by its name", () => {
  expect([formatOf("process: a"), formatOf("<workflow/>"), formatOf(bpmn), formatOf(yawl)]).toEqual([
    ...["ours", "wqm", "bpmn", "yawl"],
  ])
  expect(unreadable([pasted("process: a"), { name: "trip.bpmn", text: bpmn }])).toBe(
    "trip.bpmn is BPMN, which cannot be read yet. Bring it as YAML, as JSON or as WQM (XML).",
  )
  expect(unreadable([pasted("process: a"), pasted("<workflow/>")])).toBeUndefined()
})

test("[PROC6] a line that a finding is about can be found", () => {
  expect([lineAt("a\nbcd\ne", 2), lineAt("a", 1), lineAt("a\n", 9)]).toEqual([
    [2, 5],
    [0, 1],
    [2, 2],
  ])
})

test("[PROC6] the example to begin with has nothing wrong in it", () => {
  expect(readBundle([pasted(example)]).findings).toEqual([])
})
