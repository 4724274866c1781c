import type { Source } from "../runtime/sources.ts"
import { type HttpSourceOptions, httpSource, usualTimeout } from "./http-source.ts"

/** An outside source as the settings of a server name it. */
export type SourceSetting = HttpSourceOptions

/** A source with its name, ready to be registered. */
export interface NamedSource {
  readonly name: string
  readonly source: Source
  readonly timeout: number
}

/** Returns the sources of a server's settings. The engine waits a little longer than the request, so that the reason is told. */
export function sourcesFrom(settings: readonly SourceSetting[]): readonly NamedSource[] {
  return settings.map((setting) => ({
    name: setting.name,
    source: httpSource(setting),
    timeout: (setting.timeout ?? usualTimeout) + 500,
  }))
}
