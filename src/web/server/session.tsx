import { useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useContext, useMemo, useState } from "react"
import { type Client, connect, type Output, RefusedError } from "../../client.ts"
import type { Right } from "./rights.ts"

/** Who looks at the window, what he may do, and the client that asks in his name. */
export interface Session {
  readonly me: Output<"me">
  readonly client: Client
  /** As whom he acts, where that is somebody else. */
  readonly as: string | undefined
  /** Whether he may do such things anywhere. What is refused in a certain place is told by the server. */
  may(...rights: readonly Right[]): boolean
  actAs(agent: string | undefined): void
  signIn(token: string): Promise<void>
  signOut(): Promise<void>
}

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error("there is no session around this part")
  return session
}

interface Props {
  readonly children: ReactNode
  readonly signIn: (props: { readonly onToken: (token: string) => Promise<void> }) => ReactNode
  readonly trouble: (error: unknown, retry: () => void) => ReactNode
  readonly loading: ReactNode
}

/** Whoever is not signed in is asked to; nothing else is shown until then. */
export function SessionProvider({ children, signIn, trouble, loading }: Props) {
  const queries = useQueryClient()
  const [as, setAs] = useState(keptAgent)
  const asked = useQuery({
    queryKey: ["me", as],
    queryFn: async () => {
      const told = await connect(as === undefined ? {} : { as }).me()
      if (told.ok) return told.value
      if (told.status === 401) return null
      throw new RefusedError(told.rejection, told.status)
    },
    retry: (count, error) => !(error instanceof RefusedError) && count < 5,
    staleTime: 60_000,
  })
  const session = useMemo((): Session | undefined => {
    const me = asked.data
    if (!me) return undefined
    return {
      me,
      as,
      client: connect({ ...(me.csrf !== undefined && { csrf: me.csrf }), ...(as !== undefined && { as }) }),
      may: (...rights) => rights.some((right) => me.rights.includes(right)),
      actAs(agent) {
        keepAgent(agent)
        queries.clear()
        setAs(agent)
      },
      signIn: beginSession,
      async signOut() {
        keepAgent(undefined)
        await connect({ ...(me.csrf !== undefined && { csrf: me.csrf }) }).signOut()
        // Nothing of what he saw stays in the page.
        location.assign("/")
      },
    }
  }, [asked.data, as, queries])

  async function enter(token: string): Promise<void> {
    await beginSession(token)
    await asked.refetch()
  }

  if (asked.isPending) return loading
  if (asked.isError && as !== undefined && asked.error instanceof RefusedError) {
    // Whoever was acted as is not there any more.
    return trouble(asked.error, () => {
      keepAgent(undefined)
      setAs(undefined)
    })
  }
  if (asked.isError) return trouble(asked.error, () => asked.refetch())
  if (session === undefined) return signIn({ onToken: enter })
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

async function beginSession(token: string): Promise<void> {
  const told = await connect({ token }).signIn()
  if (!told.ok) throw new RefusedError(told.rejection, told.status)
}

const key = "exlet-as"
const keptAgent = (): string | undefined => sessionStorage.getItem(key) ?? undefined

function keepAgent(agent: string | undefined): void {
  if (agent === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, agent)
}
