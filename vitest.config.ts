import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Runs what takes long first, so that no core waits for the last file. The default goes by size, and stories are small files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.includes(name))
      // A worker of many files ends as soon as the next file is one that runs apart.
      return (project.config.isolate ? 0 : long.length + 1) + (at < 0 ? long.length : at)
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const long = [
  "test/browser/",
  "test/crash/",
  "test/stories/ladder",
  "test/stories/staffing",
  "test/stories/situations",
  "test/stories/",
  "test/nodes/",
  "test/archiving/",
  "test/contracts/",
]

/** What changes its process for good, or is killed with it: these get a process for each file. All others share one per core. */
const apart = ["test/browser", "test/chaos", "test/crash", "test/nodes", "test/telemetry"].map(
  (folder) => `${folder}/**/*.test.ts`,
)

export default defineConfig({
  test: {
    globalSetup: ["test/test-folders.ts"],
    setupFiles: ["test/seed.ts", "test/frozen-families.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By itself it leaves one core to whoever watches.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: apart,
          isolate: false,
        },
      },
    ],
  },
})
