import { useSyncExternalStore } from "react"

export type Theme = "light" | "dark"

const key = "exlet-theme"
const listeners = new Set<() => void>()
const system = matchMedia("(prefers-color-scheme: dark)")

/** What was chosen here, or else what the system wants. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key)
  if (kept === "light" || kept === "dark") return kept
  return system.matches ? "dark" : "light"
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  changed()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosenTheme)
}

function changed(): void {
  applyTheme(chosenTheme())
  for (const listener of listeners) listener()
}

system.addEventListener("change", changed)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
