import { test } from "vitest"
import { bundlesIn, runStories } from "./bundles.ts"

test.each(bundlesIn("test/patterns"))("[STORY33] %s comes out as its stories say", runStories)
