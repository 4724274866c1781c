import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Puts the temporary folders of the whole suite into memory, where there is a file system for that with room: most of what tests
 * write are stores, and most of what they wait for is the disk. What is about the disk itself asks for `diskFolder`.
 */
export default function setup(): () => void {
  const disk = tmpdir()
  const folder = mkdtempSync(join(inMemory() ?? disk, "exlet-tests-"))
  // PostgreSQL runs as another user, in a folder of its own below this one.
  chmodSync(folder, 0o711)
  // No setting of a server, which refuses names of its own that it does not know.
  process.env.TEST_DISK_FOLDER = disk
  process.env.TMPDIR = folder
  return () => {
    process.env.TMPDIR = disk
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns where temporary folders are on disk, whatever `tmpdir` says. */
export function diskFolder(): string {
  return process.env.TEST_DISK_FOLDER ?? tmpdir()
}

const memoryFolder = "/dev/shm"
/** More than a run was ever seen to need at once. */
const roomNeeded = 2 * 1024 ** 3

function inMemory(): string | undefined {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= roomNeeded ? memoryFolder : undefined
  } catch {
    return undefined
  }
}
