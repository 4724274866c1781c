import { useState } from "react"
import type { Json } from "../../../messages/json.ts"
import { navigate, useLocation } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { ExletBuilder } from "../../parts/exlet-builder/exlet-builder.tsx"
import { Moment } from "../../parts/moment.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useKept } from "../../parts/use-kept.ts"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { exletSteps, withSteps } from "./exlet-source.ts"
import { ExletUses } from "./exlet-uses.tsx"
import { TryExlet } from "./try-exlet.tsx"

/** One exlet: built, tried on a case, saved; removed where nothing uses it. */
export function ExletPage({ name }: { readonly name: string }) {
  const exlets = useAsk("exlets", {})
  const { query } = useLocation()
  const isNew = query.get("new") !== null
  return (
    <Answer of={exlets}>
      {({ rows }) => {
        const known = rows.find((each) => each.name === name)
        if (known === undefined && !isNew)
          return (
            <>
              <PageHead title={name} trail={[["Exlets", "/exlets"]]} />
              <Card>
                <Empty icon="exlet" title="There is no such exlet">
                  It may have been removed, or has another name.
                </Empty>
              </Card>
            </>
          )
        return <Exlet name={name} {...(known && { known })} />
      }}
    </Answer>
  )
}

interface Known {
  readonly source: Json
  readonly version: number
  readonly at: number
  readonly by: string
  readonly reason?: string
}

/** Steps that are not saved yet, and the version they were begun on. */
interface Typed {
  readonly steps: readonly Json[]
  readonly on: number
}

const isTyped = (kept: unknown): boolean =>
  typeof kept === "object" && kept !== null && Array.isArray((kept as Partial<Typed>).steps)

function Exlet({ name, known }: { readonly name: string; readonly known?: Known }) {
  const { may, me } = useSession()
  const saved = exletSteps(known?.source ?? [])
  const kept = useKept<Typed>(`exlet-steps ${me.agent} ${name}`, { steps: saved, on: known?.version ?? 0 }, isTyped)
  const { steps } = kept.value
  const setSteps = (next: readonly Json[]) =>
    kept.change({ steps: next, on: kept.isTyped ? kept.value.on : (known?.version ?? 0) })
  const [asking, setAsking] = useState<"save" | "remove">()
  const uses = useAsk("whereUsed", { name }, { when: known !== undefined })
  const deploy = useAct("deploy")
  const remove = useAct("removeExlet")
  const toast = useToast()
  const isFixed = !may("administer")
  const isChanged = JSON.stringify(steps) !== JSON.stringify(saved)
  const isOvertaken = isChanged && known !== undefined && kept.value.on < known.version
  const isUnused = uses.data?.rows.length === 0
  return (
    <>
      <PageHead
        title={name}
        trail={[["Exlets", "/exlets"]]}
        beside={<span className="soft">{known ? `version ${known.version}` : "not saved yet"}</span>}
        about={
          known && (
            <>
              Changed <Moment at={known.at} /> by <AgentName of={known.by} />
              {known.reason && `: ${known.reason}`}
            </>
          )
        }
        actions={
          !isFixed && (
            <>
              {known && isUnused && (
                <Button look="danger" onClick={() => setAsking("remove")}>
                  Remove…
                </Button>
              )}
              {isChanged && known && (
                <Button icon="undo" onClick={kept.forget}>
                  Discard changes
                </Button>
              )}
              <Button
                look="main"
                icon="check"
                disabled={!isChanged || steps.length === 0}
                onClick={() => setAsking("save")}
              >
                Save…
              </Button>
            </>
          )
        }
      />
      <div className="exlet-page">
        <Card title="What it does">
          {isOvertaken && (
            <p className="exlet-overtaken" role="status">
              <AgentName of={known.by} /> has saved version {known.version} while you were writing
              {known.reason && ` (${known.reason})`}. What you wrote is still here: saving it replaces that, discarding
              it shows it.
            </p>
          )}
          <ExletBuilder steps={steps} isFixed={isFixed} onChange={setSteps} />
        </Card>
        <div className="stack">
          {may("intervene") && <TryExlet steps={steps} />}
          {known && (
            <Card title="Used by">
              <ExletUses name={name} />
            </Card>
          )}
        </div>
      </div>
      {asking === "save" && (
        <ReasonDialog
          title={`Save ${name}`}
          label="Save"
          act={(reason) => deploy({ bundle: { exlets: { [name]: withSteps(known?.source, steps) } }, reason })}
          onDone={() => {
            kept.forget()
            toast({ text: `${name} was saved` })
            navigate(`/exlets/${encodeURIComponent(name)}`, { replace: true })
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>Whatever runs already goes on with the steps it began with; from now on these are taken.</p>
        </ReasonDialog>
      )}
      {asking === "remove" && (
        <ReasonDialog
          title={`Remove ${name}`}
          label="Remove the exlet"
          isDangerous
          act={(reason) => remove({ exlet: name, reason })}
          onDone={() => {
            kept.forget()
            toast({ text: `${name} was removed` })
            navigate("/exlets")
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>No rule, handler or exlet uses it.</p>
        </ReasonDialog>
      )}
    </>
  )
}
