import { stringify } from "yaml"
import { titleOf } from "../../../model/forms.ts"
import { addressOf } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { useAsk } from "../../server/ask.ts"
import { Writing } from "./writing.tsx"

interface Props {
  /** The process it is a new version of. */
  readonly of: string | undefined
  /** There is no other yet. */
  readonly isFirst?: boolean
}

/** Something new, written or brought: what is wrong with it is told before it is deployed. */
export function NewProcess({ of, isFirst = false }: Props) {
  const before = useAsk("process", { process: of ?? "" }, { when: of !== undefined })
  if (of === undefined)
    return (
      <Writing
        begin={[{ name: "process.yaml", text: "" }]}
        called=""
        title={isFirst ? "The first process" : "New process"}
        trail={[["Processes", "/processes"]]}
        back="/processes"
      />
    )
  return (
    <Answer of={before}>
      {({ source, name, title = titleOf(name) }) => (
        <Writing
          begin={[{ name: `${name}.yaml`, text: stringify(source) }]}
          called={name}
          title={`New version of ${title}`}
          trail={[
            ["Processes", "/processes"],
            [title, addressOf("/processes/:process", { process: name })],
          ]}
          back="/processes"
        />
      )}
    </Answer>
  )
}
