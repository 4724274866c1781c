import { isLive } from "../engine/family.ts"
import { isNamed } from "../engine/states.ts"
import type { Intervention } from "../exceptions/handling.ts"
import type { NamedExlet } from "../exceptions/rules.ts"
import type { Answer } from "../messages/handling.ts"
import type { Rejection } from "../messages/rejections.ts"
import { isItemStep } from "../model/check-step-order.ts"
import type { Process } from "../model/net.ts"
import type { BothStates } from "./turn.ts"

/** An answer to an intervention, whether it can be given as things stand, and what it takes. */
export interface PossibleAnswer {
  readonly do: string
  readonly isPossible: boolean
  /** Why it is not. */
  readonly why?: string
  readonly takes?: readonly Taken[]
}

export interface Taken {
  readonly name: string
  readonly isRequired: boolean
  /** What there is to choose from, where that can be told. */
  readonly choices?: readonly string[]
}

export interface AnswerFacts {
  /** Why an answer would be refused; undefined: it would not. */
  readonly refusal: (answer: Answer) => Promise<Rejection | undefined>
  readonly exlets: readonly NamedExlet[]
  readonly process: Process | undefined
}

/** Every answer there is. They are tried out where that is cheap; nothing is done. */
export async function possibleAnswers(
  { state }: BothStates,
  open: Intervention,
  { refusal, exlets, process }: AnswerFacts,
): Promise<readonly PossibleAnswer[]> {
  const item = open.item && state.items.get(open.item)
  const isAtItem = item !== undefined && isLive(item)
  const isAtWork = isAtItem && (item.kind === "work" || item.kind === "program")
  const tried = async (word: string, answer: Answer, takes?: readonly Taken[]) =>
    judged(word, await refusal(answer), takes)
  const chosen = async (word: string, name: string, choices: readonly string[], answer: (choice: string) => Answer) => {
    const refused = await Promise.all(choices.map(async (choice) => refusal(answer(choice))))
    const possible = choices.filter((_, index) => refused[index] === undefined)
    return judged(word, possible.length > 0 ? undefined : refused[0], [takes(name, possible)])
  }
  const onWork = (word: string, taken: Taken): PossibleAnswer =>
    isAtWork
      ? { do: word, isPossible: true, takes: [taken] }
      : { do: word, isPossible: false, why: isAtItem ? noWork : noItem }
  const runnable = exlets.filter(({ steps }) => isAtItem || !steps.some(isItemStep)).map(({ name }) => name)
  const steps = stepsOf(process)
  return [
    await tried("confirm", { do: "confirm", ...first(open.choices) }, open.choices && [takes("answer", open.choices)]),
    { do: "run", isPossible: true, takes: [optionally("exlet", runnable), optionally("steps")] },
    open.exception
      ? { do: "teach", isPossible: true, takes: [takes("then", runnable), optionally("if")] }
      : { do: "teach", isPossible: false, why: "only the answer to an exception can be taught" },
    await tried("retry", { do: "retry" }, [optionally("with", ["same", "next"])]),
    await tried("restart", { do: "restart" }),
    await tried("skip", { do: "skip" }),
    await chosen("jump", "to", steps, (to) => ({ do: "jump", to })),
    back(steps.filter((name) => isDone(state, open, name))),
    onWork("reassign", takes("to")),
    onWork("needs", takes("needs")),
    await tried("wait", { do: "wait" }),
    { do: "set", isPossible: true, takes: [takes("data")] },
    await tried("propagate", { do: "propagate" }),
    removable(
      await chosen("remove", "target", ["item", "case"], (target) => ({
        do: "remove",
        target: target === "item" ? "item" : "case",
      })),
    ),
    await tried("dismiss", { do: "dismiss" }),
  ]
}

const noItem = "it needs an item, and this is about a case"
const noWork = "nobody does this item: it is no work"

/** Unsaid it is the item that is removed, where there is one. */
function removable({ takes: taken = [], ...answer }: PossibleAnswer): PossibleAnswer {
  if (!answer.isPossible) return answer
  return { ...answer, takes: taken.map((each) => ({ ...each, isRequired: each.choices?.includes("item") !== true })) }
}

const takes = (name: string, choices?: readonly string[]): Taken => ({
  name,
  isRequired: true,
  ...(choices && { choices }),
})
const optionally = (name: string, choices?: readonly string[]): Taken => ({
  ...takes(name, choices),
  isRequired: false,
})

function judged(word: string, refused: Rejection | undefined, taken?: readonly Taken[]): PossibleAnswer {
  if (refused) return { do: word, isPossible: false, why: refused.message }
  return { do: word, isPossible: true, ...(taken && { takes: taken }) }
}

/** Whether it can be undone takes all of its past to tell; that something was done is what one would look for. */
function back(done: readonly string[]): PossibleAnswer {
  if (done.length === 0) return { do: "rollback", isPossible: false, why: "nothing has been done that could be undone" }
  return { do: "rollback", isPossible: true, takes: [takes("to", done)] }
}

function isDone({ items, frames }: BothStates["state"], { case: id }: Intervention, name: string): boolean {
  for (const { case: of, task, status, undone, frame } of items.values()) {
    if (of !== id || task !== name || undone !== undefined) continue
    const isThrough = status === "completed" || status === "force-completed"
    if (isThrough && frames.get(frame)?.closed !== "removed") return true
  }
  return false
}

/** Tasks and activities by name, in the order of the process; a large one has more than anybody looks through. */
function stepsOf(process: Process | undefined): readonly string[] {
  const names = [...(process?.nets.values() ?? [])].flatMap((net) =>
    [...net.nodes.values()].flatMap(({ name, task }) => (task && isNamed(name) ? [name] : [])),
  )
  return [...new Set(names)].slice(0, mostSteps)
}

const mostSteps = 30

function first(choices: readonly string[] | undefined) {
  return choices?.[0] === undefined ? {} : { answer: choices[0] }
}
