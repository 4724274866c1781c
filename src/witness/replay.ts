import type { JsonObject } from "../messages/json.ts"
import type { BundleFile } from "../model/bundle.ts"
import { readStories } from "../stories/read-story.ts"
import { type RunOptions, runStory, type StoryResult } from "../stories/run-story.ts"

/** Runs steps as a story against the files of a bundle, on a real engine: whoever doubts a counterexample can do the same. */
export async function replay(
  files: readonly BundleFile[],
  steps: readonly JsonObject[],
  options: Partial<RunOptions> = {},
): Promise<StoryResult> {
  const text = JSON.stringify({ story: "it can really happen", steps })
  const [read] = readStories("counterexample.story.json", text)
  if (read?.story === undefined) return { outcome: "unrunnable", findings: read?.findings ?? [] }
  return runStory(read.story, files, { store: "memory", crashEverywhere: false, ...options })
}
