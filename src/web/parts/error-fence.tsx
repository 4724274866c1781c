import { Component, type ErrorInfo, type ReactNode } from "react"
import { Problem } from "./problem.tsx"

/** A bug in one page leaves the rest of the window usable. */
export class ErrorFence extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Problem error={this.state.error} onRetry={() => location.reload()} />
  }
}
