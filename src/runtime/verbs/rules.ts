import { type TreeNodes, treeNodes } from "../../exceptions/tree-nodes.ts"
import type { FamilyId } from "../../messages/ids.ts"
import { canonicalEvent } from "../../model/event-names.ts"
import { placeOfScope } from "../../model/scope-text.ts"
import { type VocabularyLines, vocabularyLines } from "../../model/vocabulary-lines.ts"
import type { DecisionQuery, DecisionRow, StoredTreeChange } from "../../store/port.ts"
import type { Act, Answer } from "../answer.ts"
import type { Question } from "../asked-now.ts"
import type { Asking } from "../asking.ts"
import { type Backtest, type BacktestOptions, backtest, type Proposal } from "../backtesting.ts"
import { type CheckedCondition, type ConditionAsked, checkCondition } from "../checking-conditions.ts"
import { vocabularyAt } from "../conditions.ts"
import { catchUpDecisions } from "../decision-index.ts"
import { type LessonAsked, type LessonView, lessonAt } from "../lessons.ts"
import type { Machinery } from "../machinery.ts"
import { type RepeatedAnswer, repeatedAnswers } from "../repeated-answers.ts"
import { requestOf } from "../requests.ts"
import { changeSeenBy } from "../seen-context.ts"
import {
  type ExplainedDecision,
  explainNow,
  explainPast,
  type Learnt,
  removeRule,
  type TreeView,
  treeView,
  undoRule,
} from "../teaching.ts"
import { type HitsAsked, type TreeHits, treeHits } from "../tree-hits.ts"
import type { Lesson } from "./asked.ts"
import { learnAsTold } from "./learn-as-told.ts"
import { type HandlesAsked, openHandled, type TreeHandles } from "./reevaluating-open.ts"
import { standingOf } from "./standing-of.ts"

/** Rule trees: looking at them, changing them, trying them out. */
export function ruleVerbs(machinery: Machinery, asking: Asking) {
  return {
    /** Adds a rule where the walk for its context ended. `replace`: what runs there is replaced, what waits is asked again. */
    learn(lesson: Lesson, act: Act = {}): Promise<Answer<Learnt>> {
      return learnAsTold(machinery, asking, { lesson, act, request: requestOf(act, { learn: lesson }) })
    },

    /** Cuts out a rule that no other refines. */
    removeRule(tree: string, node: number, act: Act = {}) {
      return asking.edit(
        {
          act,
          request: requestOf(act, { removeRule: tree, node }),
          prepare: (stamp) => removeRule(machinery.teaching, tree, node, stamp),
          standing: () => standingOf(tree, machinery.rulebook.byKey(tree)),
        },
        "teach",
        processOfTree(tree),
      )
    },

    /** Takes back the last change of a tree. */
    undoRule(tree: string, act: Act = {}) {
      return asking.edit(
        {
          act,
          request: requestOf(act, { undoRule: tree }),
          prepare: (stamp) => undoRule(machinery.teaching, tree, stamp),
          standing: () => standingOf(tree, machinery.rulebook.byKey(tree)),
        },
        "teach",
        processOfTree(tree),
      )
    },

    trees(): readonly TreeView[] {
      return [...machinery.rulebook.trees()].map((tree) => treeView(tree))
    },

    /** A tree as it is, or as it was in an earlier version. */
    tree(key: string, version?: number): TreeView | undefined {
      const tree = machinery.rulebook.byKey(key)
      return tree && treeView(tree, version)
    },

    /** Every rule of a tree, as it is or was, with when it answers and where it was learnt. */
    treeNodes(key: string, version?: number): TreeNodes | undefined {
      const tree = machinery.rulebook.byKey(key)
      return (
        tree && { key, on: tree.on, at: tree.at, version: version ?? tree.version, nodes: treeNodes(tree, version) }
      )
    },

    /** How often each rule of a tree was asked and has answered, over its last decisions. */
    async treeHits(key: string, asked?: HitsAsked): Promise<TreeHits | undefined> {
      const tree = machinery.rulebook.byKey(key)
      return tree && treeHits(machinery.store, tree, asked)
    },

    /**
     * How many open interventions a tree would handle, if its rules were asked again: of the few hundred oldest. A tree about
     * anything but exceptions handles none.
     */
    async treeHandles(key: string, asked: HandlesAsked = {}): Promise<TreeHandles | undefined> {
      const tree = machinery.rulebook.byKey(key)
      return tree && { handles: await openHandled(machinery, asking, tree, asked) }
    },

    /** Who changed a tree, when and why. */
    async treeChanges(key: string, act: Act = {}): Promise<readonly StoredTreeChange[]> {
      if (machinery.rulebook.byKey(key)?.bound) return machinery.rulebook.handlers.changes(key)
      const { authority } = asking.teachingOf(act)
      const changes = await machinery.store.treeChanges(key)
      return changes.map((change) => changeSeenBy(change, authority, machinery.processes.find))
    },

    /** What a tree was asked, by family and version; `failed`: only where one of its conditions could not be evaluated. */
    async decisions(query: Partial<DecisionQuery> & Pick<DecisionQuery, "tree">): Promise<readonly DecisionRow[]> {
      await catchUpDecisions(machinery.store)
      return machinery.store.decisions({ limit: 100, ...query })
    },

    /** A decision of the past, by its family and version: the path, and each condition's value and parts. */
    explain(family: FamilyId, version: number, act: Act = {}): Promise<ExplainedDecision | undefined> {
      return explainPast(asking.teachingOf(act), family, version)
    },

    /** What the trees would say now, if this were asked; nothing is done. */
    whatIf(question: Question, act: Act = {}): Promise<ExplainedDecision | undefined> {
      return explainNow(asking.teachingOf(act), question, machinery.clock.now())
    },

    /** What there is to learn from a place whose answer was wrong, and conditions that could tell it from others. */
    async lesson(asked: LessonAsked, act: Act = {}): Promise<Answer<LessonView>> {
      return lessonAt(asking.teachingOf(act), asked, machinery.clock.now())
    },

    /** Answers people of a process have given again and again, where no rule gives them: rules in the making. Three times unless said otherwise. */
    repeatedAnswers(
      process: string,
      { least = 3 }: { readonly least?: number } = {},
    ): Promise<readonly RepeatedAnswer[]> {
      return repeatedAnswers(machinery.store, machinery.rulebook, { process, least })
    },

    /** All there is to say about a condition while somebody writes it, whatever its text. */
    async checkCondition(asked: ConditionAsked, act: Act = {}): Promise<Answer<CheckedCondition>> {
      return checkCondition(asking.teachingOf(act), asked, machinery.clock.now())
    },

    /** The names and functions a condition may use, on an event at a scope. */
    vocabulary(
      { on = "", at = "everywhere" }: { readonly on?: string; readonly at?: string } = {},
      act: Act = {},
    ): VocabularyLines {
      const meaning = { book: machinery.rulebook, newest: machinery.processes.current }
      const event = canonicalEvent(on)
      return vocabularyLines(vocabularyAt({ on: asking.shownTo(act).event(event) ? event : "", at }, meaning))
    },

    /** What a rule, or the removal of one, would have changed in all recorded checkpoints of its tree. */
    backtest(proposal: Proposal, options: BacktestOptions = {}, act: Act = {}): Promise<Answer<Backtest>> {
      return backtest(asking.teachingOf(act), proposal, { now: machinery.clock.now(), ...options })
    },
  }
}

/** A tree is called after its event and its scope. */
const processOfTree = (key: string): string | undefined =>
  placeOfScope(key.slice(key.indexOf(" ") + 1).replace(/#.*$/s, "")).process
