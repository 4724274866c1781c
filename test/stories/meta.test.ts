import { test } from "vitest"
import { bundlesIn, runStories } from "./bundles.ts"

test.each(bundlesIn("test/meta"))("[META16] %s comes out as its stories say", runStories)
