import type { BundleFile } from "../model/bundle.ts"
import type { Source } from "../model/source.ts"
import type { Budget } from "../model/source-tokens.ts"
import { readWqm } from "./wqm/read-wqm.ts"

/** A file in another format than our own, told by the end of its name, read into our language; undefined if it is none. */
export function foreignSource({ name, text }: BundleFile, budget: Budget): Source | undefined {
  return isForeign(name) ? readWqm(name, text, budget) : undefined
}

export function isForeign(name: string): boolean {
  return /\.xml$/i.test(name)
}

/** Whether a text without a name is such a file: nothing in our own formats begins like this. */
export function isForeignText(text: string): boolean {
  return /^\uFEFF?\s*</.test(text)
}
