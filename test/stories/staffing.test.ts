import { test } from "vitest"
import { bundlesIn, runStories } from "./bundles.ts"

test.each(bundlesIn("test/staffing"))("[STORY50] %s comes out as its stories say", runStories)
