import { addressOf } from "../../app/location.tsx"

/** The address of an item in the list, with the filters as they are. */
export function addressOfItem(id: string | undefined): string {
  return `${id === undefined ? "/work" : addressOf("/work/:item", { item: id })}${location.search}`
}

/** Into the first control of the form, or to its heading where there is none. */
export function focusInside(pane: HTMLElement | null): void {
  const first = pane?.querySelector<HTMLElement>("form :is(input, select, textarea):not([readonly], [disabled])")
  const instead = pane?.querySelector<HTMLElement>("h2[tabindex]")
  ;(first ?? instead)?.focus()
}

/** Whether the item is beside the list; otherwise it is above it. */
export function isBesideList(): boolean {
  return !matchMedia("(max-width: 900px)").matches
}
