import type { StoredDefinition } from "../../store/port.ts"
import type { Act, Answer } from "../answer.ts"
import type { Asking } from "../asking.ts"
import {
  type Bound,
  bind,
  type ConstraintView,
  constraintViews,
  type HandlerView,
  handlerViews,
  type NewBinding,
  removeConstraint,
  removeHandler,
  removePattern,
  scopesIn,
  scopesOf,
  type Unbound,
  unbind,
} from "../binding.ts"
import { type ClassView, classViews } from "../class-views.ts"
import { type DataClassView, dataClassViews } from "../data-class-views.ts"
import type { EditAsked } from "../edits.ts"
import { mayKnow } from "../known-names.ts"
import type { Machinery } from "../machinery.ts"
import { removeExlet, removeProcess, usesOf } from "../repertoire.ts"
import { requestOf } from "../requests.ts"
import { standingOf } from "./standing-of.ts"

/** What is done when something goes wrong: handlers and what they are bound to, patterns, constraints, exlets. */
export function repertoireVerbs(machinery: Machinery, asking: Asking) {
  return {
    /** Binds a handler to one scope or several, for all cases at once. */
    bind(binding: NewBinding, act: Act = {}): Promise<Answer<Bound>> {
      const request = requestOf(act, { bind: binding })
      const prepare: EditAsked<Bound>["prepare"] = (stamp) => bind(asking.teachingOf(act), binding, stamp)
      return asking.teachAt(scopesIn(binding.at), { act, request, prepare })
    },

    /** The same taken back; without `at`, wherever it is bound. */
    unbind(binding: Pick<NewBinding, "handler"> & Partial<NewBinding>, act: Act = {}): Promise<Answer<Unbound>> {
      const { handler, at } = binding
      const request = requestOf(act, { unbind: handler, at })
      const prepare: EditAsked<Unbound>["prepare"] = (stamp) => unbind(asking.teachingOf(act), binding, stamp)
      const scopes = at === undefined ? scopesOf(handler, machinery.rulebook) : scopesIn(at)
      return asking.teachAt(scopes, { act, request, prepare })
    },

    /** Every handler that whoever asks may look at, and where it is bound. */
    handlers(act: Act = {}): readonly HandlerView[] {
      const shown = asking.shownTo(act)
      return handlerViews(machinery.rulebook).flatMap((handler) =>
        shown.handler(handler.name)
          ? [{ ...handler, bindings: handler.bindings.filter(({ at }) => shown.scope(at)) }]
          : [],
      )
    },

    /** Refused while it is bound, with the list. */
    removeHandler(name: string, act: Act = {}): Promise<Answer<undefined>> {
      return asking.edit({
        act,
        request: requestOf(act, { removeHandler: name }),
        prepare: (stamp) => removeHandler(machinery.teaching, name, stamp),
        standing: () => standingOf(`handler ${name}`, machinery.rulebook.stored("handler", name)),
      })
    },

    /** Those whoever asks may look at. */
    patterns(act: Act = {}): readonly StoredDefinition[] {
      const shown = asking.shownTo(act)
      return machinery.rulebook.allStored("pattern").filter(({ name }) => shown.pattern(name))
    },

    /** Refused while anything waits for it, with the list. */
    removePattern(name: string, act: Act = {}): Promise<Answer<undefined>> {
      return asking.edit({
        act,
        request: requestOf(act, { removePattern: name }),
        prepare: (stamp) => removePattern(machinery.teaching, name, stamp),
        standing: () => standingOf(`pattern ${name}`, machinery.rulebook.stored("pattern", name)),
      })
    },

    constraints(): readonly ConstraintView[] {
      return constraintViews(machinery.rulebook)
    },

    removeConstraint(name: string, act: Act = {}): Promise<Answer<undefined>> {
      return asking.edit({
        act,
        request: requestOf(act, { removeConstraint: name }),
        prepare: (stamp) => removeConstraint(machinery.teaching, name, stamp),
        standing: () => standingOf(`constraint ${name}`, machinery.rulebook.stored("constraint", name)),
      })
    },

    /** Whether whoever asks may learn that name of what is deployed: what is called so is nothing they may not see. */
    mayKnow(name: string, act: Act = {}): boolean {
      return mayKnow(name, machinery, asking.teachingOf(act).authority)
    },

    /** Every class of exceptions there is, and what it is a kind of. */
    exceptionClasses(): readonly ClassView[] {
      return classViews(machinery.rulebook)
    },

    /** Every class of data that the caller may look at, and what it is a kind of. */
    dataClasses(act: Act = {}): readonly DataClassView[] {
      return dataClassViews(machinery, asking.teachingOf(act).authority)
    },

    /** Those whoever asks may look at. */
    exlets(act: Act = {}): readonly StoredDefinition[] {
      const shown = asking.shownTo(act)
      return machinery.rulebook.exlets().filter(({ name }) => shown.exlet(name))
    },

    /** The rules, handlers and exlets that name an exlet or a worklet. */
    whereUsed(name: string): readonly string[] {
      return usesOf(name, machinery.rulebook)
    },

    /** Refused while anything uses it, with the list. */
    removeExlet(name: string, act: Act = {}): Promise<Answer<undefined>> {
      return asking.edit({
        act,
        request: requestOf(act, { removeExlet: name }),
        prepare: (stamp) => removeExlet(machinery.teaching, name, stamp),
        standing: () => standingOf(`exlet ${name}`, machinery.rulebook.stored("exlet", name)),
      })
    },

    /** No case of it can be started any more; refused while a rule or exlet names it, or a case of it is running. */
    removeProcess(name: string, act: Act = {}): Promise<Answer<undefined>> {
      return asking.edit({
        act,
        request: requestOf(act, { removeProcess: name }),
        prepare: (stamp) => removeProcess(machinery.teaching, name, stamp),
        standing: () => standingOf(`process ${name}`, machinery.processes.newest(name)),
      })
    },
  }
}
