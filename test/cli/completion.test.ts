import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { run } from "../../src/cli/run.ts"
import { allWords } from "../../src/cli/words.ts"

async function script(shell: string): Promise<string> {
  const out: string[] = []
  await run(["completion", shell], { out: (line) => out.push(line), err: () => undefined })
  return out.join("\n")
}

/** What bash offers for the last word of a line. */
function offered(bash: string, ...line: string[]): readonly string[] {
  const words = ["exlet", ...line].map((word) => `'${word}'`).join(" ")
  const program = `${bash}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length}; _exlet; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync("bash", ["-c", program], { encoding: "utf8" })
  expect(stderr).toBe("")
  return stdout.trim().split("\n")
}

describe("completion", () => {
  test("[CLI40] bash offers words, second words, flags and the values of flags", async () => {
    const bash = await script("bash")
    expect(offered(bash, "sus")).toEqual(["suspend"])
    expect(offered(bash, "rules", "un")).toEqual(["undo"])
    expect(offered(bash, "rules", "backtest", "--pro")).toEqual([""])
    expect(offered(bash, "complete", "f1.i1", "--d")).toEqual(["--data", "--dry-run"])
    expect(offered(bash, "cases", "--state", "com")).toEqual(["completed"])
    expect(offered(bash, "export", "h")).toEqual(["history"])
    expect(offered(bash, "help", "sus")).toEqual(["suspend"])
    expect(offered(bash, "cases", "--he")).toEqual(["--held", "--help"])
  })

  test.each(["bash", "zsh", "fish"])("[CLI40] %s knows every word", async (shell) => {
    const text = await script(shell)
    for (const word of await allWords()) for (const part of word.split(" ")) expect(text).toContain(part)
  })

  test("[CLI40] other shells are refused", async () => {
    const err: string[] = []
    const code = await run(["completion", "tcsh"], { out: () => undefined, err: (line) => err.push(line) })
    expect([code, err]).toEqual([2, ["SHELL is one of bash, zsh, fish, not 'tcsh'.", "Usage: exlet completion SHELL"]])
  })
})
