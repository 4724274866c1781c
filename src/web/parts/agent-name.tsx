import { useAgentName } from "../server/agent-names.ts"

/** Somebody as people call him, and as the system does when pointed at. */
export function AgentName({ of }: { readonly of: string }) {
  const title = useAgentName()(of)
  return title === of ? title : <span title={of}>{title}</span>
}
