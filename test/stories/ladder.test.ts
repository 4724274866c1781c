import { test } from "vitest"
import { bundlesIn, runStories } from "./bundles.ts"

test.each(bundlesIn("test/ladder"))("[LADDER1] %s comes out as its stories say", runStories)
