import type { Channel } from "../runtime/channel.ts"
import { isLetterType } from "../runtime/letters.ts"
import { mail } from "./mail.ts"
import { webhook } from "./webhook.ts"

/** What somebody who runs a server says about channels. */
export interface ChannelSettings {
  readonly webhooks?: readonly WebhookSetting[] | undefined
  readonly smtp?: string | undefined
  readonly mailFrom?: string | undefined
  readonly publicUrl?: string | undefined
}

export interface WebhookSetting {
  readonly url: string
  readonly secret?: string
  readonly types?: readonly string[]
  /** Where two have the same address. */
  readonly name?: string
}

export function channelsFrom({ webhooks = [], smtp, mailFrom, publicUrl }: ChannelSettings): readonly Channel[] {
  const where = publicUrl === undefined ? {} : { publicUrl }
  return [
    ...webhooks.map(({ types, ...setting }) =>
      webhook({ ...setting, ...where, ...(types && { types: types.filter(isLetterType) }) }),
    ),
    ...(smtp !== undefined && mailFrom !== undefined ? [mail({ smtp, from: mailFrom, ...where })] : []),
  ]
}
