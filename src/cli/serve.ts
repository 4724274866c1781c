import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { Command } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import { type Flag, file, jsonFlag, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { isPortTaken, portTaken, unsafe } from "./listening.ts"
import { storeIn } from "./paths.ts"
import { readSettings, shownSettings } from "./read-settings.ts"
import { settingFlagOf, settingPaths, settings } from "./settings.ts"
import { yamlLines } from "./show-answer.ts"
import type { Surroundings } from "./surroundings.ts"
import { Trouble } from "./trouble.ts"

const usualFile = "exlet.config.yaml"

export const serve: Command = {
  section: "Servers",
  summary: "Runs a server for others to use",
  more: [
    `Settings come from flags, over the environment, over a file: --config, EXLET_CONFIG, or ./${usualFile} if it is there.`,
    "Whoever asks must sign in, with an API key or a token. Ctrl-C or SIGTERM ends it when what is under way is done.",
    "Beyond this machine it listens only if somebody can sign in: exlet keys create AGENT --store FILE makes the first key.",
  ],
  arguments: [],
  flags: [
    { name: "config", kind: file, about: "The configuration file" },
    { name: "print-config", kind: yes, about: "Shows the effective settings, secrets masked, and does nothing else" },
    { name: "auth", kind: yes, about: "--no-auth: nobody is asked who he is; on a loopback address only" },
    jsonFlag,
    ...settingFlags(),
  ],
  async run(given, output, around) {
    const configured = await configuration(given, around)
    const effective = readSettings({ ...(configured && { file: configured }), env: around.env, given })
    if (given.is("print-config")) {
      const shown = shownSettings(effective)
      for (const line of given.is("json") ? [JSON.stringify(shown)] : yamlLines(shown)) output.out(line)
      return exitCode.done
    }
    const refusal = unsafe(effective, true)
    if (refusal) throw refusal
    const here = { ...effective, store: storeIn(around.folder, effective.store) }
    const server = await around.listen(here, "production").catch((error: unknown) => {
      throw isPortTaken(error) ? portTaken(effective) : error
    })
    output.err(`Exlet listens at ${server.url}.`)
    if (!around.signal.aborted) await once(around.signal, "abort")
    await server.close()
    return exitCode.done
  },
}

function settingFlags(): readonly Flag[] {
  return settingPaths.map((path) => {
    const { kind, about, many } = settings[path]
    const usual = settings[path].default
    const unless = usual === undefined || typeof usual === "object" ? "" : `; ${usual} unless set`
    return { name: settingFlagOf(path), kind, about: `${about}${unless}`, ...(many && { many }) }
  })
}

async function configuration(given: Given, { env, folder }: Surroundings) {
  const named = given.text("config") ?? (env.EXLET_CONFIG || undefined)
  const name = named ?? usualFile
  const text = await readFile(resolve(folder, name), "utf8").catch(() => undefined)
  if (text !== undefined) return { name, text }
  if (named === undefined) return undefined
  throw new Trouble("FILE_NOT_FOUND", `There is no configuration file ${name}`, "Check --config and EXLET_CONFIG.")
}
