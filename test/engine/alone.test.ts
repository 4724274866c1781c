import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { bundleFiles, storyFiles } from "../../src/cli/bundle-folder.ts"
import { readStories } from "../../src/stories/read-story.ts"
import { runStory } from "../../src/stories/run-story.ts"

const patterns = join(import.meta.dirname, "../patterns")
const bundles = readdirSync(patterns, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const alone = { store: "memory", crashEverywhere: false, checks: false } as const

/** What the net machine does must not depend on the other machine being there. */
describe("the net machine alone", () => {
  test.each(bundles)("[PROP5] %s", async (bundle) => {
    const folder = join(patterns, bundle)
    const files = await bundleFiles(folder)
    for (const file of await storyFiles(folder)) {
      for (const { name, story } of readStories(file, readFileSync(file, "utf8"))) {
        expect(story, name).toBeDefined()
        if (story === undefined) continue
        expect(await runStory(story, files, alone), name).toEqual({
          outcome: "passed",
        })
      }
    }
  })
})
