import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { connect } from "../client.ts"
import { bundleFiles } from "./bundle-folder.ts"
import type { Command, Output } from "./command.ts"
import { defaultStore } from "./connecting.ts"
import { beginExampleCases } from "./example-cases.ts"
import { exitCode } from "./exit-codes.ts"
import { file } from "./flags.ts"
import { Given } from "./given.ts"
import { isPortTaken, type Listening, portTaken } from "./listening.ts"
import { looksOf } from "./looks.ts"
import { readSettings } from "./read-settings.ts"
import { type Settings, variableOf } from "./settings.ts"
import { refusalLines } from "./show-refusal.ts"
import type { Surroundings } from "./surroundings.ts"

export const dev: Command = {
  section: "Servers",
  summary: "Runs a server to try things out: this machine only, no sign-in, examples deployed",
  more: ["Prints what to try next. Ctrl-C ends it; what happened is kept in the file, and goes on the next time."],
  arguments: [],
  flags: [
    { name: "store", kind: file, about: `The file everything is kept in; EXLET_STORE, or ${defaultStore}, unless set` },
    {
      name: "port",
      kind: { type: "integer", least: 0, most: 65_535 },
      about: "7400, or the next that is free, unless set",
    },
  ],
  async run(given, output, around) {
    const usual = readSettings({ env: channelVariables(around.env), given: new Given(new Map()) })
    const store = given.text("store") ?? (around.env.EXLET_STORE || defaultStore)
    const wanted: Settings = {
      ...usual,
      store: resolve(around.folder, store),
      port: given.number("port") ?? usual.port,
      auth: { ...usual.auth, required: false },
      log: { level: "warn" },
    }
    const server = await listening(wanted, given.has("port") ? 1 : tries, around)
    try {
      const examples = await deployExamples(server.url, output, around)
      for (const line of nextLines(server.url, store, examples)) output.out(line)
      if (!around.signal.aborted) await once(around.signal, "abort")
    } finally {
      await server.close()
    }
    return exitCode.done
  },
}

/** Of the environment only what says how people are told. */
function channelVariables(env: Surroundings["env"]): Surroundings["env"] {
  const paths = ["webhooks", "smtp", "mailFrom", "publicUrl"] as const
  return Object.fromEntries(paths.map((path) => [variableOf(path), env[variableOf(path)]]))
}

const tries = 20

/** On the port wanted, or one of those after it. */
async function listening(settings: Settings, left: number, around: Surroundings): Promise<Listening> {
  try {
    return await around.listen(settings, "development")
  } catch (error) {
    if (!isPortTaken(error)) throw error
    if (left <= 1) throw portTaken(settings)
    return listening({ ...settings, port: settings.port + 1 }, left - 1, around)
  }
}

/** What is deployed already, and what was learnt since, stays; so do cases. */
async function deployExamples(url: string, output: Output, { fetch }: Surroundings): Promise<readonly string[]> {
  const folder = fileURLToPath(new URL("../../examples", import.meta.url))
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const client = connect({ url, fetch })
  const deployed: string[] = []
  for (const name of names.toSorted()) {
    const files = (await bundleFiles(resolve(folder, name))).map(({ name: path, text }) => ({ name: path, text }))
    const told = await client.deploy({ files, reason: "an example" })
    if (told.ok) deployed.push(name)
    else for (const line of refusalLines(told.rejection, looksOf(output))) output.err(line)
  }
  for (const refusal of await beginExampleCases(client))
    for (const line of refusalLines(refusal, looksOf(output))) output.err(line)
  return deployed
}

function nextLines(url: string, store: string, examples: readonly string[]): readonly string[] {
  const elsewhere = url === "http://127.0.0.1:7400" ? "" : ` --url ${url}`
  return [
    `Exlet runs at ${url}, for this machine only; nobody has to sign in.`,
    `  kept in    ${store}`,
    `  examples   ${examples.join(", ") || "none"}`,
    `  reference  ${url}/api/docs`,
    "",
    "Try in another terminal:",
    `  curl -s ${url}/api/v1/cases -H 'content-type: application/json' -d '{"process":"organise-concert"}'`,
    `  npx exlet start organise-concert${elsewhere}`,
    `  npx exlet work ann${elsewhere}`,
    `  npx exlet interventions${elsewhere}`,
    `  npx exlet follow${elsewhere}`,
    "",
    "Ctrl-C ends it.",
  ]
}
