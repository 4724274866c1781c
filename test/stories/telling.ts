import { readStories } from "../../src/stories/read-story.ts"
import { type RunOptions, runStory, type StoryResult } from "../../src/stories/run-story.ts"

/** Runs a story written in a test against a bundle written in a test. */
export async function tell(bundle: string, story: string, options: Partial<RunOptions> = {}): Promise<StoryResult> {
  const [read] = readStories("told.story.yaml", story)
  if (read?.story === undefined) throw new Error(`the story cannot be read: ${JSON.stringify(read?.findings)}`)
  return runStory(read.story, [{ name: "told.yaml", text: bundle }], {
    store: "memory",
    crashEverywhere: false,
    ...options,
  })
}

/** What is wrong with a story, one line each. */
export function findingsIn(text: string): readonly string[] {
  return readStories("told.story.yaml", text).flatMap(({ findings }) =>
    findings.map(({ place, code, message, remedy }) => `${place.line}:${place.column} ${code} ${message} ${remedy}`),
  )
}

/** What went wrong in a run, one line each; nothing if it passed. */
export function problemsOf(result: StoryResult): readonly string[] {
  switch (result.outcome) {
    case "passed":
      return []
    case "failed":
      return result.failure.problems.map(
        ({ place, what, expected, found }) =>
          `${place.line} ${what ?? result.failure.step}: expected ${expected}, found ${found}`,
      )
    case "unrunnable":
      return result.findings.map(({ place, code, message }) => `${place.line} ${code} ${message}`)
  }
}

export const passed: StoryResult = { outcome: "passed" }
