import type { Output } from "../../client.ts"
import { useAsk } from "./ask.ts"
import { useSession } from "./session.tsx"

/** What the steps of a process and it itself are called, by their names; nothing for whoever may not see it. */
export function useStepTitles(process: string, when = true): ReadonlyMap<string, string> {
  const { may } = useSession()
  const { data } = useAsk("net", { process }, { when: when && may("see") })
  return data ? titlesIn(data) : none
}

export function titlesIn({ process, title, nets }: Output<"net">): ReadonlyMap<string, string> {
  const tasks = nets.flatMap(({ nodes }) =>
    nodes.flatMap(({ task, title: told, routes = [] }) =>
      task && told ? [task, ...routes].map((name) => [name, told] as const) : [],
    ),
  )
  return new Map([...tasks, ...(title === undefined ? [] : [[process, title] as const])])
}

const none: ReadonlyMap<string, string> = new Map()
