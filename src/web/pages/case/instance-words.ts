import type { ItemView } from "./item-summary.tsx"

/** Which of several instances an item is, outermost first: as in `3.1`. */
export function instanceWords(instances: ItemView["instances"]): string {
  return instances.map(({ instance }) => instance).join(".")
}
