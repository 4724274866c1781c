import { Link } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useSession } from "../../server/session.tsx"

/** What to do when there is nothing to do. */
export function NothingToDo() {
  const { me, as, may } = useSession()
  const agentName = useAgentName()
  return (
    <Card>
      <Empty icon="completed" title={`Nothing to do for ${agentName(as ?? me.agent)}`}>
        <div className="stack">
          <p>What is offered to you, or given to you, appears here by itself.</p>
          {may("see") && (
            <p>
              Work comes from cases: <Link to="/processes">start one of a process</Link>, or see{" "}
              <Link to="/cases">where the others stand</Link>.
            </p>
          )}
          {(may("administer") || as !== undefined) && (
            <p>Others may have something: act as somebody else, by your name at the lower left.</p>
          )}
        </div>
      </Empty>
    </Card>
  )
}

interface ChosenProps {
  readonly first: string | undefined
  readonly onBegin: (id: string, focus: boolean) => void
}

export function NothingChosen({ first, onBegin }: ChosenProps) {
  return (
    <Card>
      <Empty icon="work" title="Choose an item from the list">
        <div className="stack">
          <p>
            <kbd>j</kbd> and <kbd>k</kbd> go through the list, <kbd>Enter</kbd> goes to the form.
          </p>
          {first !== undefined && (
            <div>
              <Button look="main" icon="play" onClick={({ detail }) => onBegin(first, detail === 0)}>
                Begin with the first
              </Button>
            </div>
          )}
        </div>
      </Empty>
    </Card>
  )
}
