import { type ComponentType, type LazyExoticComponent, lazy } from "react"
import type { IconName } from "../parts/icon.tsx"
import type { Right } from "../server/rights.ts"

export interface PageProps {
  readonly parameters: Readonly<Record<string, string>>
}

type Page = LazyExoticComponent<ComponentType<PageProps>>

const work: Page = lazy(async () => ({ default: (await import("../pages/work/work-page.tsx")).WorkPage }))

const interventions: Page = lazy(async () => ({
  default: (await import("../pages/interventions/interventions-page.tsx")).InterventionsPage,
}))

/** Every page by its address; each comes when it is first looked at. */
export const pages: Readonly<Record<string, Page>> = {
  "/": lazy(async () => ({ default: (await import("../pages/overview/overview-page.tsx")).OverviewPage })),
  "/work": work,
  "/work/:item": work,
  "/cases": lazy(async () => ({ default: (await import("../pages/cases/cases-page.tsx")).CasesPage })),
  "/cases/:case": lazy(async () => ({ default: (await import("../pages/case/case-page.tsx")).CasePage })),
  "/cases/:case/raise": lazy(async () => ({ default: (await import("../pages/raise/raise-page.tsx")).RaisePage })),
  "/interventions": interventions,
  "/interventions/:intervention": interventions,
  "/rules": lazy(async () => ({ default: (await import("../pages/rules/rules-page.tsx")).RulesPage })),
  "/rules/new": lazy(async () => ({ default: (await import("../pages/new-rule/new-rule-page.tsx")).NewRulePage })),
  "/rules/:tree": lazy(async () => ({ default: (await import("../pages/rules/tree-page.tsx")).TreePage })),
  "/exlets": lazy(async () => ({ default: (await import("../pages/exlets/exlets-page.tsx")).ExletsPage })),
  "/exlets/:exlet": lazy(async () => ({ default: (await import("../pages/exlets/exlets-page.tsx")).ExletsPage })),
  "/processes": lazy(async () => ({
    default: (await import("../pages/processes/processes-page.tsx")).ProcessesPage,
  })),
  "/processes/:process": lazy(async () => ({
    default: (await import("../pages/processes/process-page.tsx")).ProcessPage,
  })),
  "/organisation": lazy(async () => ({
    default: (await import("../pages/organisation/organisation-page.tsx")).OrganisationPage,
  })),
}

/** Where a list stands beside what is chosen from it: it stays as it is, and where it is, while another is chosen. */
const lists: readonly string[] = ["/work", "/interventions"]

/** The same for addresses of one sheet: going from one to another opens no new page. */
export function sheetOf(path: string): string {
  return lists.find((list) => path === list || path.startsWith(`${list}/`)) ?? path
}

export interface Place {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** `g` and then this letter goes there. */
  readonly letter: string
  /** One of these rights, or it is not offered. */
  readonly rights: readonly Right[]
}

/** What the side of the window offers, in this order. */
export const places: readonly Place[] = [
  { path: "/", title: "Overview", icon: "overview", letter: "o", rights: ["see"] },
  { path: "/work", title: "Work", icon: "work", letter: "w", rights: ["do"] },
  { path: "/cases", title: "Cases", icon: "cases", letter: "c", rights: ["see"] },
  { path: "/interventions", title: "Interventions", icon: "intervention", letter: "i", rights: ["intervene"] },
  { path: "/rules", title: "Rules", icon: "rules", letter: "r", rights: ["teach", "see"] },
  { path: "/exlets", title: "Exlets", icon: "exlet", letter: "e", rights: ["teach", "see", "intervene"] },
  { path: "/processes", title: "Processes", icon: "process", letter: "p", rights: ["see"] },
  { path: "/organisation", title: "Organisation", icon: "people", letter: "n", rights: ["see", "administer"] },
]
