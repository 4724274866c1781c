import { createHash } from "node:crypto"
import type { Engine } from "../../src/main.ts"

/** Everything that is kept, in short: two that are equal say that nothing has changed in between. */
export async function fingerprint(engine: Engine): Promise<Readonly<Record<string, unknown>>> {
  await engine.idle()
  const most = { limit: 100_000 }
  return {
    position: await engine.lastPosition(),
    processes: engine.processes().map(({ name, version }) => `${name} ${version}`),
    exlets: engine.exlets().map(({ name, version }) => `${name} ${version}`),
    trees: engine.trees().map(({ key, version }) => `${key} ${version}`),
    organisation: (await engine.organisationChanges()).length,
    cases: digest(await engine.cases(most)),
    items: digest(await engine.items(most)),
    interventions: digest(await engine.interventions(most)),
  }
}

const digest = (rows: readonly unknown[]): string =>
  `${rows.length} ${createHash("sha256").update(JSON.stringify(rows)).digest("hex").slice(0, 16)}`
