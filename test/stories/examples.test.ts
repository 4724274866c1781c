import { test } from "vitest"
import { bundlesIn, runStories } from "./bundles.ts"

test.each(bundlesIn("examples"))("[STORY49] %s comes out as its stories say", runStories)
