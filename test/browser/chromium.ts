import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium as playwright } from "playwright-core"

/**
 * A real browser out of an npm package, so that a machine needs nothing else. Where libraries it links to are not installed, those
 * that come with it are taken.
 */
export async function launchChromium(): Promise<Browser> {
  const { default: packed } = await import("@sparticuz/chromium")
  try {
    return await launch(await packed.executablePath(), process.env)
  } catch (error) {
    const libraries = await ownLibraries()
    const path = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(":")
    try {
      return await launch(await packed.executablePath(), { ...process.env, LD_LIBRARY_PATH: path })
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

/** The package unpacks them only where it believes to be in the service it was made for. */
async function ownLibraries(): Promise<string> {
  const kept = { ...process.env }
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs22.x"
  const { default: packed } = await import(`@sparticuz/chromium?${"own-libraries"}`).catch(
    () => import("@sparticuz/chromium"),
  )
  await packed.executablePath()
  process.env = kept
  return join(tmpdir(), "al2023", "lib")
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
