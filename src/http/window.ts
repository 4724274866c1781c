import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { packageFile } from "../package-files.ts"

/**
 * Serves the window, as it was built: its one page at every address a browser asks for that is no other route's, and the files
 * the page needs. Where it was not built, the reference takes its place.
 */
export function addWindow(app: FastifyInstance): void {
  app.get("/", async (_, reply) => answerWindow(reply))
  app.get<{ Params: { "*": string } }>("/assets/*", async (request, reply) => {
    const file = (await built()).get(`assets/${request.params["*"]}`)
    if (file === undefined) return reply.callNotFound()
    // Their names change with what is in them.
    return answerFile(request, reply, file, "public, max-age=31536000, immutable")
  })
  app.get("/icon.svg", async (request, reply) => {
    const file = (await built()).get("icon.svg")
    return file === undefined ? reply.callNotFound() : answerFile(request, reply, file, "public, max-age=86400")
  })
}

/** Whether a browser asks for a page, and not a program for data. */
export function isForWindow({ method, url, headers }: FastifyRequest): boolean {
  return method === "GET" && !/^\/(api|assets|docs)\b/.test(url) && (headers.accept ?? "").includes("text/html")
}

export async function answerWindow(reply: FastifyReply): Promise<FastifyReply> {
  const page = (await built()).get("index.html")
  if (page === undefined) return reply.redirect("/api/docs")
  return answerFile(reply.request, reply.header("content-security-policy", policy), page, "no-cache")
}

/** Scripts, styles and data of its own alone, and nothing written into the page. */
const policy = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "font-src", "connect-src", "worker-src"].map((kind) => `${kind} 'self'`),
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ")

interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  readonly packed: Partial<Record<Encoding, Promise<Buffer>>>
}

type Encoding = "br" | "gzip"

let files: Promise<ReadonlyMap<string, BuiltFile>> | undefined

/** Read once; who builds it anew starts the server anew. */
function built(): Promise<ReadonlyMap<string, BuiltFile>> {
  files ??= readAll().catch((error: NodeJS.ErrnoException) => {
    files = undefined
    if (error.code === "ENOENT") return new Map()
    throw error
  })
  return files
}

async function readAll(): Promise<ReadonlyMap<string, BuiltFile>> {
  const folder = packageFile("dist/web")
  if (folder === undefined) throw Object.assign(new Error("the web app is not here"), { code: "ENOENT" })
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = found.map(async (path): Promise<readonly [string, BuiltFile]> => {
    const type = types[extname(path)] ?? "application/octet-stream"
    const name = path.slice(folder.length + 1).replaceAll("\\", "/")
    return [name, { type, bytes: await readFile(path), packed: {} }]
  })
  return new Map(await Promise.all(read))
}

async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  caching: string,
): Promise<FastifyReply> {
  const accepted = request.headers["accept-encoding"] ?? ""
  const encoding = (["br", "gzip"] as const).find((each) => accepted.includes(each))
  reply.headers({ "content-type": file.type, "cache-control": caching, vary: "Accept-Encoding" })
  if (encoding === undefined) return reply.send(file.bytes)
  file.packed[encoding] ??= pack[encoding](file.bytes)
  return reply.header("content-encoding", encoding).send(await file.packed[encoding])
}

const zip = promisify(gzip)
const brotli = promisify(brotliCompress)
const pack: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => zip(bytes),
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
}
