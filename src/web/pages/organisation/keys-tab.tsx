import { useState } from "react"
import { type Output, RefusedError } from "../../../client.ts"
import { AgentName } from "../../parts/agent-name.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Table } from "../../parts/table.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"
import { NewKeyDialog } from "./new-key-dialog.tsx"
import type { Agent } from "./organisation-facts.ts"
import { SecretDialog } from "./secret-dialog.tsx"

type Key = Output<"keys">["rows"][number]

/** The keys programs and people sign in with. A secret is shown once, when it is made. */
export function KeysTab({ agents }: { readonly agents: readonly Agent[] }) {
  const keys = useAsk("keys", {})
  const [open, setOpen] = useState<"new" | { readonly do: "rotate" | "revoke"; readonly key: Key }>()
  const [secret, setSecret] = useState<string>()
  return (
    <div className="stack">
      <div className="row">
        <p className="soft grow">Programs, and people at a command line, sign in with a key.</p>
        <Button icon="key" onClick={() => setOpen("new")}>
          New key…
        </Button>
      </div>
      <Answer of={keys}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="key" title="There is no key yet" />
          ) : (
            <Table<Key>
              label="API keys"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: "Key", cell: ({ id, name }) => (name ? `${name} (${id})` : <code>{id}</code>) },
                { title: "Of", cell: ({ agent }) => <AgentName of={agent} /> },
                { title: "May", cell: boundsOf },
                { title: "Made", cell: ({ createdAt }) => <Moment at={createdAt} /> },
                { title: "Good until", cell: stateOf },
                {
                  title: "Change",
                  cell: (key) =>
                    isGood(key) && (
                      <span className="row nowrap">
                        <Button look="quiet" onClick={() => setOpen({ do: "rotate", key })}>
                          Rotate
                        </Button>
                        <Button look="quiet" onClick={() => setOpen({ do: "revoke", key })}>
                          Revoke
                        </Button>
                      </span>
                    ),
                },
              ]}
            />
          )
        }
      </Answer>
      {open === "new" && (
        <NewKeyDialog
          agents={agents}
          onClose={() => setOpen(undefined)}
          onMade={(made) => {
            setOpen(undefined)
            setSecret(made)
          }}
        />
      )}
      {typeof open === "object" && <ChangeKey open={open} onClose={() => setOpen(undefined)} onSecret={setSecret} />}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  )
}

interface ChangeProps {
  readonly open: { readonly do: "rotate" | "revoke"; readonly key: Key }
  readonly onClose: () => void
  readonly onSecret: (secret: string) => void
}

function ChangeKey({ open: { do: what, key }, onClose, onSecret }: ChangeProps) {
  const rotate = useAct("rotateKey")
  const revoke = useAct("revokeKey")
  const toast = useToast()
  const [problem, setProblem] = useState<unknown>()
  const called = key.name ?? key.id
  const act = async () => {
    if (what === "rotate") {
      const told = await rotate({ key: key.id })
      if (!told.ok) return setProblem(new RefusedError(told.rejection, told.status))
      onSecret(told.value.secret)
    } else {
      const told = await revoke({ key: key.id })
      if (!told.ok) return setProblem(new RefusedError(told.rejection, told.status))
      toast({ text: `The key ${called} is worthless now.` })
    }
    onClose()
  }
  return (
    <Dialog
      title={what === "rotate" ? `A new secret for ${called}` : `Revoke ${called}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={what === "revoke" ? "danger" : "main"} onClick={() => void act().catch(setProblem)}>
            {what === "rotate" ? "Rotate" : "Revoke"}
          </Button>
        </>
      }
    >
      <p>
        {what === "rotate"
          ? "There will be a new secret. The old one stays good for a day, so that it can be exchanged everywhere."
          : "The key is worthless at once, and sessions begun with it end. This cannot be taken back."}
      </p>
      {problem !== undefined && <Problem error={problem} />}
    </Dialog>
  )
}

const isGood = ({ revokedAt, expiresAt, of }: Key): boolean =>
  revokedAt === undefined && of === undefined && (expiresAt === undefined || expiresAt > Date.now())

function boundsOf({ rights, processes }: Key) {
  const what = rights ? rights.join(", ") : "all its agent may"
  return processes ? `${what}, in ${processes.join(", ")}` : what
}

function stateOf({ revokedAt, expiresAt }: Key) {
  if (revokedAt !== undefined)
    return (
      <span className="soft">
        revoked <Moment at={revokedAt} />
      </span>
    )
  return expiresAt === undefined ? <span className="soft">it is revoked</span> : <Moment at={expiresAt} />
}
