import { readFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { type ReadStory, readStories } from "../stories/read-story.ts"
import { describeReport, describeTotals, reportJson, type StoryReport, verdictOf } from "../stories/report.ts"
import { runStory, type StoryResult } from "../stories/run-story.ts"
import { type StoreKind, storeKinds } from "../stories/storage.ts"
import { bundleFiles, bundleOf, shownPath, storyFiles } from "./bundle-folder.ts"
import type { Command } from "./command.ts"
import { file, jsonFlag, text, yes } from "./flags.ts"
import { existing } from "./paths.ts"
import { UsageError } from "./trouble.ts"

export const test: Command = {
  section: "Trying out",
  summary: "Runs the stories of a bundle in virtual time",
  more: [
    "Runs every *.story.yaml in the folders given, and the stories given.",
    "The bundle of a story is what it names with 'bundle:', relative to its own file. If it names none it is, of the",
    "folders from the one given down to the story's own, the outermost with definitions directly in it, together with all",
    "that is below it. For a story given itself it is the nearest folder upwards with definitions.",
    "Exit codes: 0 all passed, 1 one failed, 2 something could not be run.",
  ],
  arguments: [{ name: "path", kind: file, many: true, optional: true, about: "Folders and stories" }],
  flags: [
    {
      name: "store",
      kind: text,
      label: "memory|sqlite|both",
      about: "Where the engine keeps its cases; both unless set",
    },
    { name: "crash-everywhere", kind: yes, about: "Kills the engine after every step; that must change nothing" },
    { name: "only", kind: text, about: "Only the stories with this text in their name or file" },
    { ...jsonFlag, about: "One JSON object per story" },
  ],

  async run(given, { out, err }) {
    const stores = storesOf(given.text("store") ?? "both")
    const [only, isJson] = [given.text("only"), given.is("json")]
    const paths = await existing(given.texts("path"), err)
    if (paths === undefined) return 2
    const reports: StoryReport[] = []
    for (const path of paths) {
      for (const story of await storyFiles(path)) {
        for (const read of await readFiles(story)) {
          if (only !== undefined && !`${read.name} ${story}`.includes(only)) continue
          const report = await reportOn(read, story, path, stores, given.is("crash-everywhere"))
          reports.push(report)
          if (isJson) out(reportJson(report))
          else for (const line of describeReport(report)) out(line)
        }
      }
    }
    if (reports.length === 0)
      err(`There are no stories${only === undefined ? "" : ` with '${only}'`} in ${paths.join(", ")}.`)
    if (!isJson) for (const line of describeTotals(reports)) out(line)
    return exitCode(reports)
  },
}

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
