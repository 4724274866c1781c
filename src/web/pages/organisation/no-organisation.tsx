import { Link } from "../../app/location.tsx"
import { CopiedText } from "../../parts/copied-text.tsx"
import { Empty } from "../../parts/empty.tsx"
import { useSession } from "../../server/session.tsx"
import { beginning } from "./change-organisation.tsx"

/** How an organisation is written, for whoever has none yet. */
export function NoOrganisation() {
  const { may } = useSession()
  return (
    <div className="stack">
      <Empty icon="people" title="There is no organisation yet">
        Without one anybody may do every task. An organisation is deployed like a process; it looks like this:
      </Empty>
      <CopiedText label="An organisation to begin with" text={beginning} />
      {may("administer") && (
        <div className="row">
          <Link className="button main" to="/organisation?change=yes">
            Write one
          </Link>
          <p className="soft">It begins with this: change the names, and deploy it.</p>
        </div>
      )}
    </div>
  )
}
