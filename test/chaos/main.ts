import { parseArgs } from "node:util"
import { startPostgres } from "../contracts/start-postgres.ts"
import { chaos } from "./chaos.ts"
import { type Fault, faultNames } from "./faults.ts"
import { stories } from "./stories.ts"

const help = `npm run chaos -- [--minutes 1] [--seed N] [--nodes 3] [--only kill,pause,…] [--stories]

Starts a PostgreSQL server and nodes in processes of their own, works with them over HTTP, and lets things go wrong:
  kill     a node is killed (kill -9) and started again
  stop     a node is told to stop (SIGTERM) and started again
  pause    a node stands still, mostly for longer than it counts as there, and goes on
  cut      half of the connections to the database are cut
  restart  the database goes down, at once or in good order, and comes up again
  skew     the clocks of the nodes differ by up to four seconds, and are set forward and back by up to 20 while they run
--stories: instead of a load made for it, the stories of the examples, but for those in which time passes, programs are scripted or rules are learnt.
Then what is there is compared with what was acknowledged. Each thing that must not be is a line; the exit code is 1 if there is one.
EXLET_TEST_POSTGRES: the folder of another PostgreSQL's programs, or the address of a server, which is then not restarted.`

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    nodes: { type: "string", default: "3" },
    only: { type: "string" },
    stories: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  },
})
const only = values.only?.split(",") ?? faultNames
const unknown = only.filter((name) => !faultNames.some((known) => known === name))
const numbers = [Number(values.minutes), Number(values.seed), Number(values.nodes)]
if (values.help || unknown.length > 0 || !numbers.every((number) => number > 0)) {
  console.log(unknown.length > 0 ? `There is no ${unknown.join(", ")}.\n\n${help}` : help)
  process.exit(values.help ? 0 : 2)
}

const [minutes = 1, seed = 1, nodes = 3] = numbers
const began = Date.now()
const tell = (line: string) => console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${line}`)
tell(`seed ${seed}, ${nodes} nodes, ${minutes} minutes: ${only.join(", ")}`)
const server = await startPostgres({ isDurable: true })
try {
  const faults = new Set(only as readonly Fault[])
  const options = { server, seed, nodes, faults, milliseconds: minutes * 60_000, onProgress: tell }
  const { violations, ...done } = await (values.stories ? stories(options) : chaos(options))
  tell(JSON.stringify(done))
  for (const violation of violations) console.log(violation)
  tell(violations.length === 0 ? "no violations" : `${violations.length} violations, with seed ${seed}`)
  process.exitCode = violations.length > 0 ? 1 : 0
} finally {
  await server.stop()
}
