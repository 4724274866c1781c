import type { Command } from "./command.ts"

/** Every word there is, in the order they are told. */
export async function allWords(): Promise<readonly string[]> {
  const { verbWords } = await import("./verb-command.ts")
  return [...Object.keys(own), ...verbWords()]
}

/** What a word does; undefined if nobody knows it. Only what is asked for is loaded. */
export async function commandOf(word: string): Promise<Command | undefined> {
  if (Object.hasOwn(own, word)) return own[word]?.()
  const { verbCommand } = await import("./verb-command.ts")
  return verbCommand(word)
}

/** First words of several commands, with what is meant when they stand alone. */
export const groups: Readonly<Record<string, string>> = {
  rules: "rules show",
  organisation: "organisation show",
  keys: "keys list",
  quarantine: "quarantine list",
}

/** Commands that are more than one question and its answer. */
const own: Readonly<Record<string, () => Promise<Command>>> = {
  dev: async () => (await import("./dev.ts")).dev,
  serve: async () => (await import("./serve.ts")).serve,
  demo: async () => (await import("./demo.ts")).demo,
  test: async () => (await import("./test.ts")).test,
  verify: async () => (await import("./verify.ts")).verify,
  convert: async () => (await import("./convert.ts")).convert,
  "rules backtest": async () => (await import("./backtest.ts")).backtest,
  history: async () => (await import("./history.ts")).history,
  follow: async () => (await import("./history.ts")).live,
  worker: async () => (await import("./worker.ts")).worker,
  export: async () => (await import("./export.ts")).exporting,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  archive: async () => (await import("./archive.ts")).archive,
  archived: async () => (await import("./archived.ts")).archived,
  unarchive: async () => (await import("./unarchive.ts")).unarchive,
  copy: async () => (await import("./copy.ts")).copy,
  doctor: async () => (await import("./doctor.ts")).doctor,
  completion: async () => (await import("./completion.ts")).completion,
  version: async () => (await import("./version.ts")).version,
  help: async () => (await import("./help.ts")).help,
}
