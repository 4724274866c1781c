import { once } from "node:events"
import { connect } from "../client.ts"
import { playedDays } from "../sample/play-days.ts"
import { storeKind, withoutPassword } from "../store/address.ts"
import type { Command, Output } from "./command.ts"
import { defaultStore } from "./connecting.ts"
import { type Example, examples } from "./examples.ts"
import { exitCode } from "./exit-codes.ts"
import { playFirstDays } from "./first-days.ts"
import { file, yes } from "./flags.ts"
import { Given } from "./given.ts"
import { isPortTaken, type Listening, portTaken } from "./listening.ts"
import { looksOf } from "./looks.ts"
import { storeIn } from "./paths.ts"
import { readSettings } from "./read-settings.ts"
import { type Settings, variableOf } from "./settings.ts"
import { refusalLines } from "./show-refusal.ts"
import type { Surroundings } from "./surroundings.ts"

export const dev: Command = {
  section: "Servers",
  summary: "Runs a server to try things out: this machine only, no sign-in, examples deployed",
  more: [
    "Where the file holds no case yet, the last thirty days are played first, in virtual time: some hundred cases of the examples,",
    "in every state there is. Prints what to try next. Ctrl-C ends it; what happened is kept in the file, and goes on the next time.",
  ],
  arguments: [],
  flags: [
    { name: "store", kind: file, about: `The file everything is kept in; EXLET_STORE, or ${defaultStore}, unless set` },
    {
      name: "port",
      kind: { type: "integer", least: 0, most: 65_535 },
      about: "7400, or the next that is free, unless set",
    },
    { name: "empty", kind: yes, about: "Plays nothing: the examples are deployed, and no case is there" },
  ],
  async run(given, output, around) {
    const usual = readSettings({ env: channelVariables(around.env), given: new Given(new Map()) })
    const store = given.text("store") ?? (around.env.EXLET_STORE || defaultStore)
    const wanted: Settings = {
      ...usual,
      store: storeIn(around.folder, store),
      port: given.number("port") ?? usual.port,
      auth: { ...usual.auth, required: false },
      log: { level: "warn" },
    }
    const bundles = await examples()
    // Days are played beside a file; whoever shares a database would see them happen.
    const isPlaying = !given.is("empty") && storeKind(wanted.store) === "sqlite"
    const played = isPlaying && (await play(wanted.store, bundles, output, around))
    if (around.signal.aborted) return exitCode.interrupted
    const server = await listening(wanted, given.has("port") ? 1 : tries, around)
    try {
      const deployed = await deployExamples(server.url, bundles, output, around)
      for (const line of nextLines(server.url, { store: withoutPassword(store), deployed, played })) output.out(line)
      if (!around.signal.aborted) await once(around.signal, "abort")
    } finally {
      await server.close()
    }
    return exitCode.done
  },
}

/** Of the environment only how people are notified and which outside sources there are. */
function channelVariables(env: Surroundings["env"]): Surroundings["env"] {
  const paths = ["sources", "webhooks", "smtp", "mailFrom", "publicUrl"] as const
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

/** The same seed for everybody, so that people can talk about what they see. */
const seed = 7400

async function play(
  store: string,
  bundles: readonly Example[],
  output: Output,
  around: Surroundings,
): Promise<boolean> {
  const onProgress = (begun: number, of: number) =>
    output.progress?.(`playing the last ${playedDays} days: ${begun} of ${of} cases`)
  const { signal } = around
  const played = await playFirstDays(store, { examples: bundles, now: around.now(), seed, signal, onProgress })
  output.progress?.("")
  return played
}

/** What is deployed already, and what was learnt since, stays; so do cases. */
async function deployExamples(
  url: string,
  bundles: readonly Example[],
  output: Output,
  { fetch }: Surroundings,
): Promise<readonly string[]> {
  const client = connect({ url, fetch })
  const deployed: string[] = []
  for (const { name, files } of bundles) {
    const told = await client.deploy({ files: [...files], reason: "an example" })
    if (told.ok) deployed.push(name)
    else for (const line of refusalLines(told.rejection, looksOf(output))) output.err(line)
  }
  return deployed
}

interface Begun {
  readonly store: string
  readonly deployed: readonly string[]
  readonly played: boolean
}

function nextLines(url: string, { store, deployed, played }: Begun): readonly string[] {
  const elsewhere = url === "http://127.0.0.1:7400" ? "" : ` --url ${url}`
  return [
    `Exlet runs at ${url}, for this machine only; nobody has to sign in.`,
    `  kept in    ${store}`,
    `  examples   ${deployed.join(", ") || "none"}`,
    ...(played ? [`  played     the last ${playedDays} days of them; --empty starts without`] : []),
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
