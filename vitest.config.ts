import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/seed.ts"],
    testTimeout: 120_000,
    // By itself it leaves one core to whoever watches.
    maxWorkers: "100%",
  },
})
