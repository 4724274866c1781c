/** `[######------] 50 % of 1,200 decisions`; without a total only how many. */
export function progressText(what: string, done: number, of?: number): string {
  if (of === undefined) return `${done.toLocaleString("en")} ${what}`
  const share = of === 0 ? 1 : Math.min(1, done / of)
  const filled = Math.round(share * width)
  const bar = "#".repeat(filled) + "-".repeat(width - filled)
  return `[${bar}] ${Math.floor(share * 100)} % of ${of.toLocaleString("en")} ${what}`
}

const width = 24
