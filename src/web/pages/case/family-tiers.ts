/** A case of a family, as lists tell it. */
export interface Member {
  readonly id: string
  readonly process: string
  readonly state: string
  readonly held: boolean
  readonly parent?: string
}

export interface Running {
  readonly id: string
  readonly exlet: string
  readonly case: string
  readonly at: string
  readonly worklets: readonly string[]
}

/** A case with the exlets that run for it, and under each the worklets it has started; other worklets come last. */
export interface Tier {
  readonly member: Member
  readonly runs: readonly { readonly run: Running; readonly worklets: readonly Tier[] }[]
  /** Started for it by runs that are over, or by a selection. */
  readonly others: readonly Tier[]
}

/**
 * The family from its first case, then from each that was started beside it under its case number. Members whose parent is not among
 * them are left to the first.
 */
export function familyTiers(root: string, members: readonly Member[], runs: readonly Running[]): readonly Tier[] {
  const byId = new Map(members.map((member) => [member.id, member]))
  const children = new Map<string, Member[]>()
  for (const member of members) {
    if (member.parent === undefined) continue
    const parent = byId.has(member.parent) ? member.parent : root
    children.set(parent, [...(children.get(parent) ?? []), member])
  }
  const tier = (member: Member): Tier => {
    const own = runs.filter((run) => run.case === member.id)
    const started = new Set(own.flatMap(({ worklets }) => worklets))
    const all = children.get(member.id) ?? []
    return {
      member,
      runs: own.map((run) => ({ run, worklets: all.filter(({ id }) => run.worklets.includes(id)).map(tier) })),
      others: all.filter(({ id }) => !started.has(id)).map(tier),
    }
  }
  const first = byId.get(root)
  const beside = members.filter(({ id, parent }) => id !== root && parent === undefined)
  return [...(first ? [first] : []), ...beside].map(tier)
}
