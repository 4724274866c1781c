import type { Output } from "../../../client.ts"
import { useAgentName } from "../../server/agent-names.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useStepTitles } from "../../server/step-titles.ts"
import type { Known } from "../../words/event-words.ts"

/** Returns the names that say what follows from an item, as far as the caller may see them. */
export function useKnownOfItem(item: Output<"item">, title: string): Known {
  const processTitle = useProcessTitle()
  const steps = useStepTitles(item.process)
  const agent = useAgentName()
  const classTitle = useClassTitle()
  return {
    tasks: new Map([[item.id, item.task]]),
    exlets: new Map(),
    processes: new Map([[item.case, item.process]]),
    titles: new Map([...steps, [item.process, item.processTitle ?? processTitle(item.process)], [item.task, title]]),
    ...{ agent, classTitle },
  }
}
