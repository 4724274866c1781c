import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { ConnectionError, RefusedError } from "../../client.ts"
import { Problem } from "../parts/problem.tsx"
import { Skeleton } from "../parts/skeleton.tsx"
import { ToastProvider } from "../parts/toasts.tsx"
import { SessionProvider } from "../server/session.tsx"
import { Shell } from "./shell.tsx"
import { SignIn } from "./sign-in.tsx"

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that has ended is found out by whatever is asked next.
    onError: (error, { queryKey }) => {
      const isOver = error instanceof RefusedError && error.status === 401
      if (isOver && queryKey[0] !== "me") void queries.invalidateQueries({ queryKey: ["me"] })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 300_000,
      // A refusal stays one; a server that is away comes back.
      retry: (count, error) =>
        !(error instanceof RefusedError) && (error instanceof ConnectionError ? count < 30 : count < 2),
      retryDelay: (count) => Math.min(300 * 2 ** count, 4000),
      networkMode: "always",
    },
  },
})

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <SessionProvider
          signIn={({ onToken }) => <SignIn onToken={onToken} />}
          trouble={(error, retry) => (
            <main className="alone">
              <Problem error={error} onRetry={retry} />
            </main>
          )}
          loading={
            <main className="alone">
              <Skeleton />
            </main>
          }
        >
          <Shell />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}
