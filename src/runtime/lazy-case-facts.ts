import type { Case, Family } from "../engine/family.ts"
import { dataOf } from "../engine/shared-data.ts"
import type { CaseFacts } from "../exceptions/port.ts"
import type { Process } from "../model/net.ts"
import { isBudgeted } from "./budgeted.ts"

/** Most of it is never asked for. */
export class LazyCaseFacts implements CaseFacts {
  readonly #case: Case
  readonly #process: Process
  readonly #family: Family

  constructor(family: Family, found: Case, process: Process) {
    this.#family = family
    this.#case = found
    this.#process = process
  }

  get id() {
    return this.#case.id
  }
  get process() {
    return this.#case.process
  }
  get isRunning() {
    return this.#case.state === "running"
  }
  get state() {
    return this.#case.state
  }
  get startedAt() {
    return this.#case.startedAt
  }
  get data() {
    return dataOf(this.#family, this.#case)
  }
  get variables() {
    return this.#process.variables
  }
  get depth() {
    return this.#case.parent?.depth ?? this.#case.sentBy?.depth ?? 0
  }
  get spent() {
    return this.#case.spent ?? 0
  }
  get isBudgeted() {
    return isBudgeted(this.#process)
  }
  get budget() {
    return this.#process.budget
  }
  get purses() {
    return this.#case.purses ?? []
  }
  get result() {
    return this.#case.result
  }
  get parent() {
    return this.#case.parent
  }
}
