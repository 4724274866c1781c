import { Fleet } from "./fleet.ts"

/** Starts nodes on a database and says their numbers: to see what becomes of them when this process ends. */
const [store = ""] = process.argv.slice(2)
const fleet = await Fleet.start({
  ...{ store, size: 2, webhook: "http://127.0.0.1:9/", clocks: [0, 500] },
  onDeath: () => undefined,
})
fleet.nodes[1]?.pause()
console.log(fleet.nodes.map(({ pid }) => pid).join(" "))
setInterval(() => undefined, 60_000)
