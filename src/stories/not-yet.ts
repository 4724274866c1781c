import type { Finding } from "../messages/findings.ts"
import type { Story } from "./story.ts"

/** What a story needs that the language has and this version has not: with any of it the story cannot be run. */
export function notYet({ steps, locate }: Story): readonly Finding[] {
  return steps.flatMap(({ action, path }) => {
    if (action.do === "later") return [finding(action.word, "take the step", locate([...path, ...action.path], "key"))]
    if (action.do !== "expect") return []
    return action.expectation.later.map((later) =>
      finding(later.word, "check the expectation", locate([...path, "expect", ...later.path], "key")),
    )
  })
}

function finding(word: string, what: string, place: Finding["place"]): Finding {
  return {
    code: "NOT_YET",
    severity: "error",
    place,
    message: `This version cannot ${what} '${word}' yet.`,
    remedy: "Leave it out, or use a version that can.",
  }
}
