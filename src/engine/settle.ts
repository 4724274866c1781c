import { type CaseId, rootFrame } from "../messages/ids.ts"
import { activityMoved } from "./activities.ts"
import { evaluateAt } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { isRunning, tryNode } from "./enabling.ts"
import { emptyFrame } from "./ending.ts"
import type { Frame } from "./family.ts"
import { raise } from "./raise.ts"

/** Moves tokens until nothing more moves by itself. */
export function settle(deciding: Deciding): void {
  do {
    for (let arrival = deciding.nextArrival(); arrival; arrival = deciding.nextArrival()) {
      const frame = deciding.draft.frames.get(arrival.frame)
      if (frame === undefined || frame.closed || !isRunning(deciding, frame.case)) continue
      const net = deciding.net(frame)
      if (arrival.place === net.end) deciding.because(arrival.cause, () => closeFrame(deciding, frame, "completed"))
      else
        for (const node of net.places.get(arrival.place)?.consumers ?? []) {
          if (node.join !== "or") tryNode(deciding, frame.id, node, arrival.cause)
        }
    }
  } while (tryOrJoins(deciding) || closeStranded(deciding))
}

/** Ends a case: everything live in it goes first. */
export function endCase(deciding: Deciding, id: CaseId, type: "CaseCompleted" | "CaseExhausted" | "CaseRemoved"): void {
  const frame = deciding.frame(rootFrame(id))
  emptyFrame(deciding, frame)
  const { result } = type === "CaseCompleted" ? deciding.process(id) : {}
  const outcome =
    result &&
    evaluateAt(
      {
        family: deciding.draft,
        process: deciding.process(id),
        frame: deciding.frame(frame.id),
        now: deciding.facts.now,
      },
      result,
    )
  if (outcome && !outcome.ok) {
    raise(deciding, {
      class: "EvaluationFailed",
      case: id,
      at: deciding.case(id).process,
      parameters: { message: `result: ${outcome.error.message}` },
    })
  }
  deciding.emit({ type, case: id, ...(outcome?.ok && { result: outcome.value }) })
}

function closeFrame(deciding: Deciding, frame: Frame, as: "completed" | "exhausted"): void {
  if (frame.item === undefined) {
    endCase(deciding, frame.case, as === "completed" ? "CaseCompleted" : "CaseExhausted")
    return
  }
  emptyFrame(deciding, frame)
  const version = deciding.emit({ type: "FrameClosed", frame: frame.id, as })
  const owner = deciding.item(frame.item)
  deciding.because(version, () => activityMoved(deciding, owner))
}

function tryOrJoins(deciding: Deciding): boolean {
  for (const id of deciding.stirred) {
    const frame = deciding.draft.frames.get(id)
    if (frame === undefined || frame.closed || !isRunning(deciding, frame.case)) continue
    for (const node of deciding.net(frame).orJoins) if (tryNode(deciding, id, node, deciding.draft.version)) return true
  }
  return false
}

/** A frame in which nothing is live any more has either run dry or is deadlocked. */
function closeStranded(deciding: Deciding): boolean {
  for (const id of [...deciding.stirred]) {
    deciding.stirred.delete(id)
    const frame = deciding.draft.frames.get(id)
    if (frame === undefined || frame.closed || frame.live > 0 || !isRunning(deciding, frame.case)) continue
    if (frame.marking.length === 0) {
      closeFrame(deciding, frame, "exhausted")
      return true
    }
    reportDeadlock(deciding, frame)
  }
  return false
}

function reportDeadlock(deciding: Deciding, frame: Frame): void {
  for (const raised of deciding.draft.exceptions.values()) {
    if (raised.class === "Deadlock" && raised.parameters.frame === frame.id) return
  }
  raise(deciding, {
    class: "Deadlock",
    case: frame.case,
    ...(frame.item && { item: frame.item }),
    at: frame.net === "" ? deciding.case(frame.case).process : frame.net,
    parameters: { frame: frame.id, tokens: [...frame.marking] },
    holds: { kind: "case", case: frame.case },
  })
}
