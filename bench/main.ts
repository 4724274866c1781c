import { parseArgs } from "node:util"
import { backtest } from "./backtest.ts"
import { checks } from "./checks.ts"
import { command } from "./command.ts"
import { espUnwanted } from "./esp-unwanted.ts"
import { history } from "./history.ts"
import { http } from "./http.ts"
import { ladder } from "./ladder.ts"
import { machineFloor } from "./machine.ts"
import { match } from "./match.ts"
import { opening } from "./opening.ts"
import { organisationChange } from "./organisation-change.ts"
import { postgres } from "./postgres.ts"
import { programs } from "./programs.ts"
import type { Benchmark, Result } from "./result.ts"
import { rulesAdd } from "./rules-add.ts"
import { rulesWaiting } from "./rules-waiting.ts"
import { rulesWalk } from "./rules-walk.ts"
import { sequence3 } from "./sequence3.ts"
import { storm } from "./storm.ts"
import { verifyNets } from "./verify-nets.ts"
import { waiting } from "./waiting.ts"
import { worklist } from "./worklist.ts"

const benchmarks: readonly Benchmark[] = [
  sequence3,
  command,
  waiting,
  history,
  checks,
  rulesWalk,
  rulesAdd,
  rulesWaiting,
  backtest,
  match,
  organisationChange,
  worklist,
  ladder,
  espUnwanted,
  storm,
  verifyNets,
  http,
  postgres,
  programs,
  opening,
]

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    only: { type: "string" },
    million: { type: "boolean" },
    help: { type: "boolean" },
  },
})
const only = values.only ?? ""

if (values.help) {
  console.log("npm run bench [-- --json] [--only NAME] [--million]")
} else {
  const chosen = benchmarks.filter(({ name }) => name.startsWith(only) || only.startsWith(name))
  if (chosen.length === 0) {
    console.error(`There is no benchmark "${only}". There are: ${benchmarks.map(({ name }) => name).join(", ")}`)
    process.exitCode = 2
  }
  if (!values.json && chosen.length > 0) print("name", "value", "unit", "reference", "ratio")
  if (chosen.length > 0) for (const result of await machineFloor()) show(result)
  for (const benchmark of chosen) {
    for (const result of await benchmark.run({ million: values.million === true })) {
      if (result.name.startsWith(only)) show(result)
    }
  }
}

function show(result: Result): void {
  if (values.json) console.log(JSON.stringify(result))
  else print(result.name, String(result.value), result.unit, String(result.reference ?? ""), String(result.ratio ?? ""))
}

function print(name: string, value: string, unit: string, reference: string, ratio: string): void {
  console.log(`${name.padEnd(22)}${value.padStart(10)} ${unit.padEnd(12)}${reference.padStart(12)}${ratio.padStart(9)}`)
}
