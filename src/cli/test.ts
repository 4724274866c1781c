import { readFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type ReadStory, readStories } from "../stories/read-story.ts"
import { describeReport, describeTotals, reportJson, type StoryReport, verdictOf } from "../stories/report.ts"
import { runStory, type StoryResult } from "../stories/run-story.ts"
import { type StoreKind, storeKinds } from "../stories/storage.ts"
import { bundleFiles, bundleOf, shownPath, storyFiles } from "./bundle-folder.ts"
import { type Command, UsageError } from "./command.ts"
import { existing } from "./paths.ts"

export const test: Command = {
  summary: "Runs the stories of a bundle in virtual time.",
  usage: "<folder or story>… [--store memory|sqlite|both] [--crash-everywhere] [--only text] [--json]",
  help: [
    "Runs every *.story.yaml in the folders given, and the stories given.",
    "  --store             where the engine keeps its cases; both unless set",
    "  --crash-everywhere  kills the engine after every step; that must change nothing",
    "  --only              only the stories with this text in their name or file",
    "  --json              one JSON object per story",
    "",
    "The bundle of a story is what it names with 'bundle:', relative to its own file. If it names none it is, of the",
    "folders from the one given down to the story's own, the outermost with definitions directly in it, together with all",
    "that is below it. For a story given itself it is the nearest folder upwards with definitions.",
    "",
    "Exit codes: 0 all passed, 1 one failed, 2 something could not be run.",
  ],

  async run(args, { out, err }) {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const stores = storesOf(values.store)
    const paths = await existing(positionals, err)
    if (paths === undefined) return 2
    const reports: StoryReport[] = []
    for (const path of paths) {
      for (const file of await storyFiles(path)) {
        for (const read of await readFiles(file)) {
          if (values.only !== undefined && !`${read.name} ${file}`.includes(values.only)) continue
          const report = await reportOn(read, file, path, stores, values["crash-everywhere"])
          reports.push(report)
          if (values.json) out(reportJson(report))
          else for (const line of describeReport(report)) out(line)
        }
      }
    }
    if (reports.length === 0)
      err(`There are no stories${values.only === undefined ? "" : ` with '${values.only}'`} in ${paths.join(", ")}.`)
    if (!values.json) for (const line of describeTotals(reports)) out(line)
    return exitCode(reports)
  },
}

const options = {
  store: { type: "string", default: "both" },
  "crash-everywhere": { type: "boolean", default: false },
  only: { type: "string" },
  json: { type: "boolean", default: false },
} as const

function storesOf(text: string): readonly StoreKind[] {
  if (text === "both") return storeKinds
  const found = storeKinds.find((kind) => kind === text)
  if (found === undefined) throw new UsageError(`There is no store '${text}'; it is memory, sqlite or both.`)
  return [found]
}

async function readFiles(file: string): Promise<readonly ReadStory[]> {
  return readStories(shownPath(file), await readFile(file, "utf8"))
}

async function reportOn(
  { name, story, findings }: ReadStory,
  file: string,
  named: string,
  stores: readonly StoreKind[],
  crashEverywhere: boolean,
): Promise<StoryReport> {
  const place = story?.place ?? { file: shownPath(file), path: "" }
  if (story === undefined) return { story: name, place, runs: [], findings }
  const bundle = story.bundle === undefined ? await bundleOf(file, named) : resolve(dirname(file), story.bundle)
  const files = await bundleFiles(bundle).catch(() => undefined)
  if (files === undefined) return { story: name, place, runs: [], findings: [noBundle(story, bundle)] }
  const runs: { store: StoreKind; result: StoryResult }[] = []
  for (const store of stores) runs.push({ store, result: await runStory(story, files, { store, crashEverywhere }) })
  return { story: name, place, runs, findings: [] }
}

function noBundle({ locate }: NonNullable<ReadStory["story"]>, bundle: string) {
  return {
    code: "NO_BUNDLE",
    severity: "error",
    place: locate(["bundle"]),
    message: `There is no bundle at ${shownPath(bundle)}.`,
    remedy: "Name a folder or file, relative to the story's own file.",
  } as const
}

function exitCode(reports: readonly StoryReport[]): number {
  const verdicts = reports.map(verdictOf)
  if (verdicts.length === 0 || verdicts.includes("unrunnable")) return 2
  return verdicts.includes("failed") ? 1 : 0
}
