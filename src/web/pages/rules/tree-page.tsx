import { useMemo, useState } from "react"
import { RefusedError } from "../../../client.ts"
import { placeOfScope } from "../../../model/scope-text.ts"
import { addressOf, changeQuery, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { eventTitle, treeParts } from "../../words/rule-words.ts"
import { HitsChoice } from "./hits-choice.tsx"
import { useLookedAt } from "./looked-at.ts"
import { NoTree } from "./no-tree.tsx"
import { RulePanel } from "./rule-panel.tsx"
import { TreeDrawing } from "./tree-drawing.tsx"
import { TreeHistory } from "./tree-history.tsx"
import { litPath } from "./tree-layout.ts"
import { WayPanel } from "./way-panel.tsx"
import "./tree-page.css"

/** One tree: its rules as a tree, how often each answers, the way of a case through it, and how it came to be so. */
export function TreePage({ parameters: { tree = "" } }: PageProps) {
  const classTitle = useClassTitle()
  const { on, at, handler } = treeParts(tree)
  const { process, task } = placeOfScope(at)
  const { query } = useLocation()
  const chosen = Number(query.get("node") ?? 0) || undefined
  const [span, setSpan] = useState(1000)
  const looked = useLookedAt(on)
  const walk = looked.answer.data?.walks.find((each) => each.tree === tree)
  const nodes = useAsk("treeNodes", { tree, ...(walk && { version: walk.version }) }, { keep: true })
  const newest = useAsk("treeNodes", { tree })
  const hits = useAsk("treeHits", { tree, limit: span }, { keep: true })
  const lit = useMemo(() => (walk ? litPath(walk) : undefined), [walk])
  const rule = nodes.data?.nodes.find(({ node }) => node === chosen)
  const isOld = walk !== undefined && newest.data !== undefined && walk.version < newest.data.version
  const title = useProcessTitle()
  const net = useAsk("net", { process: process ?? "" }, { when: process !== undefined && task !== undefined })
  const step = net.data?.nets.flatMap((each) => each.nodes).find((each) => each.task === task)
  if (newest.isError && newest.error instanceof RefusedError && newest.error.rejection.code === "TREE_NOT_FOUND")
    return <NoTree on={on} at={at} />
  const where = task === undefined ? (process === undefined ? at : title(process)) : (step?.title ?? task)
  return (
    <>
      <PageHead
        title={`${eventTitle(on, classTitle).title} · ${where}`}
        trail={[["Rules", process === undefined ? "/rules" : addressOf("/rules", {}, { process })]]}
        beside={nodes.data && <span className="soft">version {nodes.data.version}</span>}
        about={
          handler === undefined
            ? "The first rule is asked first. Where one holds, it answers, unless an exception to its right does."
            : `The rule of the handler “${handler}”, with its values at ${at}.`
        }
      />
      <div className="stack tree-page">
        <Card
          title="Rules"
          isFlush
          side={<HitsChoice hits={hits.data} span={span} onSpan={setSpan} isOld={isOld} version={walk?.version} />}
        >
          <Answer of={nodes}>
            {({ nodes: rules }) =>
              rules.length === 0 ? (
                <Empty icon="rules" title="There is no rule in this tree (any more)">
                  Rules are taught from a case whose answer was wrong; what was here before is in the history below.
                </Empty>
              ) : (
                <TreeDrawing
                  rules={rules}
                  hits={isOld ? undefined : hits.data}
                  lit={lit}
                  chosen={chosen}
                  onChoose={(node) => changeQuery({ node: node === chosen ? undefined : String(node) })}
                />
              )
            }
          </Answer>
        </Card>
        <div className="tree-below">
          <WayPanel tree={tree} on={on} at={at} looked={looked} walk={walk} />
          <div className="stack">
            {rule && nodes.data && (
              <RulePanel
                tree={tree}
                rule={rule}
                version={nodes.data.version}
                isNewest={!isOld}
                isHandlers={handler !== undefined}
              />
            )}
            <TreeHistory tree={tree} isHandlers={handler !== undefined} />
          </div>
        </div>
      </div>
    </>
  )
}
