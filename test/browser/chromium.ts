import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { type Browser, chromium as playwright } from "playwright-core"
import { diskFolder } from "../test-folders.ts"

/**
 * A real browser out of an npm package, so that a machine needs nothing else. Where libraries it links to are not installed, those
 * that come with it are taken.
 */
export async function launchChromium(): Promise<Browser> {
  const folder = await unpacked()
  const executable = join(folder, "chromium")
  try {
    return await launch(executable, process.env)
  } catch (error) {
    const path = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":")
    try {
      return await launch(executable, { ...process.env, LD_LIBRARY_PATH: path })
    } catch {
      throw error
    }
  }
}

function launch(executablePath: string, env: NodeJS.ProcessEnv): Promise<Browser> {
  return playwright.launch({ executablePath, env: definedOnly(env), headless: true, args: [...flags] })
}

const flags = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--font-render-hinting=none", "--force-color-profile=srgb"],
]

/**
 * Returns the folder with the browser, on disk: a file system in memory may refuse to run programs. Test files that begin together
 * each unpack a copy, and the first to be whole is the one all take, so that nobody runs a program that is still being written.
 */
async function unpacked(): Promise<string> {
  const folder = join(diskFolder(), `exlet-chromium-${versionOfPackage()}`)
  if (existsSync(folder)) return folder
  const own = mkdtempSync(`${folder}-`)
  await unpackInto(own)
  try {
    renameSync(own, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(own, { recursive: true, force: true })
  }
  return folder
}

/**
 * The package unpacks into the temporary folder, and libraries only where it believes to be in the service it was made for. A process
 * of its own believes that, and no other.
 */
async function unpackInto(folder: string): Promise<void> {
  const program = "const { default: packed } = await import('@sparticuz/chromium'); await packed.executablePath()"
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" }
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env,
  })
}

function versionOfPackage(): string {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium")
  const { version } = JSON.parse(readFileSync(join(dirname(main), "../../package.json"), "utf8"))
  return String(version)
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
