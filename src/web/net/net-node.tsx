import type { Node, NodeProps } from "@xyflow/react"
import { memo } from "react"
import type { DrawnKind, DrawnNode } from "../../model/drawing.ts"
import { Icon, type IconName } from "../parts/icon.tsx"
import type { Mark } from "./marks.ts"
import { figureOf } from "./shape.ts"
import "../parts/state-badge.css"
import "./net-node.css"

export interface NodeData extends Record<string, unknown> {
  readonly node: DrawnNode
  readonly mark: Mark
  readonly isOpen: boolean
  readonly isChosen: boolean
  /** Where the Tab key comes into the net. */
  readonly isEntry: boolean
  readonly onChoose: (() => void) | undefined
  readonly onToggle: (() => void) | undefined
}

export type ShownNode = Node<NodeData, "net">

export const NetNode = memo(function NetNode({ data }: NodeProps<ShownNode>) {
  const figure = figureOf(data.node.kind)
  if (data.isOpen) return <OpenActivity {...data} />
  if (figure === "gate") return <Gate {...data} />
  if (figure === "point") return <PointNode {...data} />
  return <Box {...data} />
})

function Box({ node, mark, isChosen, isEntry, onChoose, onToggle }: NodeData) {
  const classes = [
    "net-box",
    mark.tone,
    mark.trouble ? "in-trouble" : "",
    isChosen ? "chosen" : "",
    node.isAside ? "aside" : "",
    mark.isPlayed ? "played" : "",
  ]
  const line = lineOf(node, mark)
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      <button
        type="button"
        className="net-box-main"
        data-node={node.id}
        data-task={node.task}
        tabIndex={isEntry ? 0 : -1}
        aria-pressed={onChoose ? isChosen : undefined}
        aria-label={spoken(node, mark)}
        title={toldAt(node, mark)}
        onClick={onChoose}
        onDoubleClick={onToggle}
      >
        <span className="net-box-icon">
          <Icon name={mark.icon ?? kindIcons[node.kind] ?? "work"} />
        </span>
        <span className="net-box-text">
          <span className="net-box-title">{node.title}</span>
          {/* So that it is read as two words. */} {line && <span className="net-box-line">{line}</span>}
        </span>
      </button>
      {node.isMultiple && <span className="net-multiple" aria-hidden="true" />}
      <Badges mark={mark} />
      {onToggle && (
        <button type="button" className="net-toggle" tabIndex={-1} aria-label={`Open ${node.title}`} onClick={onToggle}>
          <Icon name="plus" size={12} />
        </button>
      )}
    </div>
  )
}

function Badges({ mark: { trouble = 0, troubleInside = 0, holds, counts } }: { readonly mark: Mark }) {
  const all = trouble + troubleInside
  return (
    <span className="net-badges">
      {counts?.map(({ tone, count, word }) => (
        <span key={word} className={`net-badge ${tone}`} title={`${count} ${word}`}>
          {tone === "held" && <Icon name="held" size={10} />}
          {count > 9999 ? `${Math.floor(count / 1000)}k` : count}
        </span>
      ))}
      {holds && (
        <span className="net-badge held" title={holds.map((hold) => `held by ${hold}`).join("\n")}>
          <Icon name="held" size={11} />
        </span>
      )}
      {all > 0 && (
        <span
          className="net-badge trouble strong"
          title={trouble > 0 ? `${trouble} open here` : `${troubleInside} open inside`}
        >
          <Icon name="trouble" size={11} />
          {all > 1 && all}
        </span>
      )}
    </span>
  )
}

function OpenActivity({ node, mark, isChosen, isEntry, onChoose, onToggle }: NodeData) {
  const hasTrouble = mark.trouble || mark.troubleInside
  const line = lineOf(node, mark)
  return (
    <div className={`net-open ${mark.tone} ${hasTrouble ? "in-trouble" : ""} ${isChosen ? "chosen" : ""}`}>
      <div className="net-open-head">
        <button
          type="button"
          className="net-toggle inline"
          tabIndex={-1}
          aria-label={`Close ${node.title}`}
          onClick={onToggle}
        >
          <Icon name="minus" size={12} />
        </button>
        <button
          type="button"
          className="net-open-title"
          data-node={node.id}
          data-task={node.task}
          tabIndex={isEntry ? 0 : -1}
          aria-pressed={onChoose ? isChosen : undefined}
          aria-label={spoken(node, mark)}
          title={toldAt(node, mark)}
          onClick={onChoose}
        >
          {node.title}
          {/* So that it is read as two words. */} {line && <span className="net-box-line">{line}</span>}
        </button>
      </div>
      <Badges mark={mark} />
    </div>
  )
}

function Gate({ node, mark, isChosen, isEntry, onChoose }: NodeData) {
  const words = gateWords[node.kind] ?? node.title
  const sign = <span aria-hidden="true">{gateSigns[node.kind] ?? ""}</span>
  const classes = ["net-gate", mark.trouble ? "in-trouble trouble" : mark.tone, isChosen ? "chosen" : ""]
  return (
    <div className={classes.filter(Boolean).join(" ")} title={node.title ? `${node.title}: ${words}` : words}>
      {node.task === undefined ? (
        <span className="net-gate-main">
          {sign}
          <span className="unseen">{words}</span>
        </span>
      ) : (
        <button
          type="button"
          className="net-gate-main"
          data-node={node.id}
          data-task={node.task}
          tabIndex={isEntry ? 0 : -1}
          aria-pressed={onChoose ? isChosen : undefined}
          aria-label={[words, spoken(node, mark)].join(", ")}
          onClick={onChoose}
        >
          {sign}
        </button>
      )}
      <Badges mark={mark} />
    </div>
  )
}

function PointNode({ node, mark }: NodeData) {
  return (
    <div className={`net-point ${node.kind} ${mark.tone}`} title={node.kind}>
      <span className="unseen">{node.kind}</span>
      <Badges mark={mark} />
    </div>
  )
}

/** All about a step, for whoever points at it: what does not fit in its box as well. */
function toldAt({ title }: DrawnNode, { word, note, holds = [] }: Mark): string {
  return [title, word, note, ...holds.map((hold) => `held by ${hold}`)].filter(Boolean).join("\n")
}

/** What is seen first, as it is seen; then the rest. */
function spoken(node: DrawnNode, mark: Mark): string {
  const { word, holds = [], trouble = 0, troubleInside = 0, counts = [] } = mark
  const line = lineOf(node, mark)
  const parts = [
    node.title,
    line,
    line === word ? undefined : word,
    node.kind === "task" ? undefined : node.kind,
    ...counts.map(({ count, word: state }) => `${count} ${state}`),
    ...holds.map((hold) => `held by ${hold}`),
    trouble > 0 ? exceptions(trouble) : undefined,
    troubleInside > 0 ? `${exceptions(troubleInside)} inside` : undefined,
  ]
  return parts.filter(Boolean).join(", ")
}

const exceptions = (count: number): string => (count === 1 ? "1 exception" : `${count} exceptions`)

/** What stands below the title. */
function lineOf({ needs, worker }: DrawnNode, { note, word }: Mark): string | undefined {
  return note ?? word ?? needs ?? worker
}

const kindIcons: Readonly<Partial<Record<DrawnKind, IconName>>> = {
  task: "work",
  program: "program",
  message: "message",
  timer: "timer",
  activity: "activity",
}

const gateSigns: Readonly<Partial<Record<DrawnKind, string>>> = {
  choice: "×",
  some: "○",
  parallel: "+",
  first: "1",
  loop: "↻",
}

export const gateWords: Readonly<Partial<Record<DrawnKind, string>>> = {
  choice: "one way of several",
  some: "every way whose condition holds",
  parallel: "all ways at once",
  first: "whichever happens first",
  loop: "again while it holds",
  join: "the ways meet",
}
