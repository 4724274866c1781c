/** `1 error`, `2 errors`, `2 families`. */
export function counted(count: number, what: string): string {
  const many = what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`
  return `${count} ${count === 1 ? what : many}`
}
