/** What became of one part of a bundle; `isNew` is false where the newest version already had the same content. */
export interface Deployed {
  readonly name: string
  readonly version: number
  readonly isNew: boolean
}
