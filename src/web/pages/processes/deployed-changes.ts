import type { Output } from "../../../client.ts"

export interface Change {
  readonly text: string
  readonly isNew: boolean
}

/** What deploying does to each part, in words; what changes first. */
export function changesOf(deployment: Output<"deploy">): readonly Change[] {
  return parts
    .flatMap(([key, word]) =>
      deployment[key].map(({ name, version, isNew }): Change => {
        const what = word === "" ? name : `${word} ${name}`
        if (!isNew) return { text: `${what} stays as it is`, isNew }
        return { text: version === 1 ? `${what} is new` : `${what} becomes version ${version}`, isNew }
      }),
    )
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew))
}

const parts = [
  ["processes", "process"],
  ["exlets", "exlet"],
  ["classes", "exception class"],
  ["dataClasses", "data class"],
  ["trees", "rules"],
  ["handlers", "handler"],
  ["bindings", "binding"],
  ["patterns", "pattern"],
  ["constraints", "constraint"],
  ["organisation", ""],
] as const
