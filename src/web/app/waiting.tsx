import { useAsk } from "../server/ask.ts"
import { useSession } from "../server/session.tsx"

/** How much waits at a place for whoever looks. */
export function Waiting({ at }: { readonly at: string }) {
  if (at === "/work") return <MyItems />
  if (at === "/interventions") return <OpenQuestions />
  return null
}

const most = 99

function MyItems() {
  const { me } = useSession()
  const list = useAsk("worklist", { agent: me.agent, limit: most + 1 }, { keep: true })
  return <Count count={list.data?.rows.length ?? 0} label="items" />
}

function OpenQuestions() {
  const list = useAsk("interventions", { limit: most + 1 }, { keep: true })
  return <Count count={list.data?.rows.length ?? 0} label="open" />
}

function Count({ count, label }: { readonly count: number; readonly label: string }) {
  if (count === 0) return null
  return (
    <span className="waiting-count">
      {count > most ? `${most}+` : count}
      <span className="unseen"> {label}</span>
    </span>
  )
}
