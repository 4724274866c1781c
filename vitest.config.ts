import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** What takes long begins first, so that no core waits for the last file; by itself it goes by size, and stories are small files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.includes(name))
      return at < 0 ? long.length : at
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const long = [
  "test/stories/ladder",
  "test/stories/staffing",
  "test/stories/situations",
  "test/stories/",
  "test/browser/",
]

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/seed.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By itself it leaves one core to whoever watches.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
  },
})
