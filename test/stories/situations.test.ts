import { test } from "vitest"
import { bundlesIn, runStories } from "./bundles.ts"

test.each(bundlesIn("test/handling"))("[STORY48] %s comes out as its stories say", runStories)
