import type { Output } from "../../../client.ts"
import type { IconName } from "../../parts/icon.tsx"

export type PossibleAnswer = NonNullable<Output<"intervention">["answers"]>[number]

/** An answer as people know it. */
export interface AnswerWords {
  readonly title: string
  /** What it does. */
  readonly about: string
  readonly icon: IconName
  /** What is said when it was given. */
  readonly done: string
  readonly group: AnswerGroup
  readonly isDangerous?: true
}

export const answerGroups = {
  handle: "Handle it",
  again: "Try again",
  flow: "Go on elsewhere",
  people: "Somebody else",
  close: "Close it",
} as const

export type AnswerGroup = keyof typeof answerGroups

export function answerWords(verb: string): AnswerWords {
  return (
    words[verb] ?? { title: verb, about: "", icon: "intervention", done: `It was answered: ${verb}`, group: "handle" }
  )
}

/** What was answered, in a line: how, and with what. */
export function answerLine(answer: Readonly<Record<string, unknown>>): string {
  const verb = typeof answer.do === "string" ? answer.do : "confirm"
  const said = ["exlet", "to", "answer", "target", "if"].flatMap((name) =>
    typeof answer[name] === "string" ? [answer[name]] : [],
  )
  return [answerWords(verb).title, ...said].join(": ")
}

const words: Readonly<Record<string, AnswerWords>> = {
  confirm: {
    title: "Confirm",
    about: "Answer what is asked.",
    icon: "check",
    done: "Confirmed",
    group: "handle",
  },
  run: {
    title: "Run an exlet",
    about: "Steps that handle it: an exlet of the repertoire, or some for this once.",
    icon: "exlet",
    done: "The exlet runs",
    group: "handle",
  },
  teach: {
    title: "Teach a rule",
    about: "Write down what to do, now and whenever this happens again.",
    icon: "rules",
    done: "The rule is learnt",
    group: "handle",
  },
  set: {
    title: "Change data",
    about: "Put the data right; what is held goes on.",
    icon: "edit",
    done: "The data was changed",
    group: "handle",
  },
  retry: {
    title: "Retry",
    about: "Do it once more, by the same agent or the next.",
    icon: "loop",
    done: "It is tried again",
    group: "again",
  },
  restart: {
    title: "Restart",
    about: "Begin it anew, from the data it began with.",
    icon: "redo",
    done: "It begins again",
    group: "again",
  },
  skip: {
    title: "Skip",
    about: "Go on as if it were done.",
    icon: "skipped",
    done: "It was skipped",
    group: "flow",
  },
  jump: {
    title: "Jump",
    about: "Go on at another step; nothing is undone.",
    icon: "right",
    done: "The case goes on elsewhere",
    group: "flow",
  },
  rollback: {
    title: "Roll back",
    about: "Undo what was done since a step, and do that again.",
    icon: "undo",
    done: "It is being rolled back",
    group: "flow",
  },
  reassign: {
    title: "Reassign",
    about: "Give the item to somebody else.",
    icon: "people",
    done: "It was reassigned",
    group: "people",
  },
  needs: {
    title: "Change needs",
    about: "Say anew whom the item needs.",
    icon: "key",
    done: "It needs somebody else now",
    group: "people",
  },
  wait: {
    title: "Wait",
    about: "Until somebody who can do it is free.",
    icon: "waiting",
    done: "It waits until somebody is free",
    group: "people",
  },
  dismiss: {
    title: "Dismiss",
    about: "It does not matter; what it holds goes on.",
    icon: "close",
    done: "The exception was dismissed",
    group: "close",
  },
  propagate: {
    title: "Propagate",
    about: "Let what is around it fail, and answer there.",
    icon: "up",
    done: "The exception went up",
    group: "close",
    isDangerous: true,
  },
  remove: {
    title: "Remove",
    about: "End the item, or the whole case.",
    icon: "removed",
    done: "It was removed",
    group: "close",
    isDangerous: true,
  },
}
