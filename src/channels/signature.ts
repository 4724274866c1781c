import { createHmac } from "node:crypto"

/** As Standard Webhooks has it: who knows the secret can tell that nobody else has written this, and when. */
export function signature(secret: string, id: string, seconds: number, body: string): string {
  const signed = createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.${body}`).digest("base64")
  return `v1,${signed}`
}

/** Whether anything can be signed with it: what stands after `whsec_` is base64, and neither is empty. */
export function isSecret(secret: string): boolean {
  if (!secret.startsWith(prefix)) return secret !== ""
  const coded = secret.slice(prefix.length)
  return /^[A-Za-z0-9+/_-]+=*$/.test(coded) && keyOf(secret).length > 0
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), "base64") : Buffer.from(secret, "utf8")
}

const prefix = "whsec_"
