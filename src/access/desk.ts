import type { Act } from "../runtime/answer.ts"
import type { Engine } from "../runtime/engine.ts"
import type { Principal } from "./principal.ts"

/** The engine as one who asks sees it: whatever he may not see is not there. The only way from a door to the engine. */
export class Desk {
  readonly engine: Engine
  readonly principal: Principal

  constructor(engine: Engine, principal: Principal) {
    this.engine = engine
    this.principal = principal
  }

  act(act: Omit<Act, "by">): Act {
    return { ...act, by: this.principal.agent }
  }
}
