import { type FormEvent, useEffect, useState } from "react"
import { Button } from "../parts/button.tsx"
import { Field } from "../parts/field.tsx"
import { problemOf } from "../parts/problem.tsx"
import "./sign-in.css"

/** Whoever has a key or a token comes in; the session is the server's, and nothing secret stays in the page. */
export function SignIn({ onToken }: { readonly onToken: (token: string) => Promise<void> }) {
  const [token, setToken] = useState("")
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    document.title = "Sign in · Exlet"
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await onToken(token.trim())
    } catch (error) {
      const { title, remedy } = problemOf(error)
      setProblem([title, remedy].filter(Boolean).join(" "))
      setBusy(false)
    }
  }
  return (
    <main className="alone">
      <form className="sign-in stack" onSubmit={submit}>
        <img src="/icon.svg" width={40} height={40} alt="" />
        <h1>Sign in to Exlet</h1>
        <Field
          label="API key or token"
          about="An administrator makes a key with “exlet keys create”, or in Organisation."
          problem={problem}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="password"
              name="token"
              autoComplete="current-password"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </Field>
        <Button look="main" type="submit" isBusy={isBusy} disabled={token.trim() === ""}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
