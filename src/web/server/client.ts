import type { Client } from "../../client.ts"
import { useSession } from "./session.tsx"

/** The typed client, speaking for whoever looks at the window. */
export function useClient(): Client {
  return useSession().client
}
