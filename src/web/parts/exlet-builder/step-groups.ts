import type { IconName } from "../icon.tsx"

export function groupTitle(group: string): string {
  return groups[group]?.[0] ?? group
}

export function groupIcon(group: string | undefined): IconName {
  return (group !== undefined && groups[group]?.[1]) || "exlet"
}

const groups: Readonly<Record<string, readonly [title: string, icon: IconName]>> = {
  hold: ["Hold and let go", "held"],
  end: ["End", "removed"],
  go: ["Go elsewhere", "skipped"],
  people: ["Who does it", "people"],
  data: ["Data", "edit"],
  work: ["Other work", "cases"],
  tell: ["Tell and ask", "bell"],
}
