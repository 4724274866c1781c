import { stringify } from "yaml"
import { Answer } from "../../parts/answer.tsx"
import { useAsk } from "../../server/ask.ts"
import { Writing } from "../processes/writing.tsx"

/** The organisation as it is written, to be changed; or one to begin with, where there is none. */
export function ChangeOrganisation() {
  const bundle = useAsk("bundle", {})
  return (
    <Answer of={bundle}>
      {({ organisation }) => (
        <Writing
          begin={[
            { name: "organisation.yaml", text: organisation === undefined ? beginning : stringify({ organisation }) },
          ]}
          called="organisation"
          title={organisation === undefined ? "An organisation" : "Change the organisation"}
          trail={[["Organisation", "/organisation"]]}
          back="/organisation"
        />
      )}
    </Answer>
  )
}

export const beginning = `organisation:
  roles:
    clerk: {}
    approver: { is: clerk, has: [sign] }
  units:
    office: { manager: ann }
  agents:
    ann: { name: Ann Ames, roles: approver, unit: office }
    bob: { name: Bob Bell, roles: clerk, unit: office, limit: 5 }
`
