import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { version } from "../../src/version.ts"

const root = resolve(import.meta.dirname, "../..")
const described = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

test("[PACKAGE2] the version that programs tell is the package's", () => {
  expect(version).toBe(described.version)
})

test("[PACKAGE2] whoever installs the package runs no script of it", () => {
  const atInstall = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"]
  expect(Object.keys(described.scripts).filter((name) => atInstall.includes(name))).toEqual([])
  // What is packed is built first.
  expect(described.scripts.prepack).toBe("npm run -s build")
})

test("[PACKAGE2] what is packed has everything that is read at run time, and no sources or tests", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: root,
    encoding: "utf8",
  })
  const [{ files }] = JSON.parse(packed) as [{ readonly files: readonly { readonly path: string }[] }]
  const paths = files.map(({ path }) => path)
  for (const path of ["bin/exlet.js", "docs/errors.md", "examples/concert/rules.yaml", "package.json"])
    expect(paths).toContain(path)
  expect(paths.filter((path) => /^(src|test|bench|build)\//.test(path))).toEqual([])
})

test("[PACKAGE3] the command runs in a clone as in the package", () => {
  const said = execFileSync(process.execPath, [join(root, "bin/exlet.js"), "version"], { encoding: "utf8" })
  expect(said.trim()).toBe(described.version)
})
