/** What uses an exlet, as the server words it: a rule of a tree, or another exlet. */
export type PlaceOfUse = { readonly tree: string; readonly node: string } | { readonly exlet: string }

/** Undefined: it has no page of its own. */
export function placeOfUse(use: string): PlaceOfUse | undefined {
  const [, node, tree] = /^rule (\d+) of "(.+)"$/.exec(use) ?? []
  if (tree !== undefined && node !== undefined) return { tree, node }
  const exlet = /^exlet "?([\w-]+)"?$/.exec(use)?.[1]
  return exlet === undefined ? undefined : { exlet }
}
