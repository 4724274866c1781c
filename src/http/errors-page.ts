import { type Html, html, type Page, pageOf, prose } from "./html.ts"

/** `docs/errors.md` as a page: headings, paragraphs and tables. The row of a code can be linked to, as problems do. */
export function errorsPage(markdown: string): Page {
  const blocks = markdown.split(/\n{2,}/).map((block) => blockOf(block.trim()))
  return pageOf("Exlet: errors", html`<main class="alone">${blocks}<p><a href="/api/docs">HTTP API</a></p></main>`)
}

function blockOf(block: string): Html {
  const heading = /^(#+) (.*)$/.exec(block)
  if (heading) return heading[1] === "#" ? html`<h1>${heading[2]}</h1>` : html`<h2>${heading[2]}</h2>`
  if (block.startsWith("|")) return table(block.split("\n"))
  return html`<p>${prose(block)}</p>`
}

function table([head = "", , ...rows]: readonly string[]): Html {
  return html`<table><thead><tr>${cellsOf(head).map((cell) => html`<th>${prose(cell)}</th>`)}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody></table>`
}

function rowOf(row: string): Html {
  const cells = cellsOf(row)
  // Codes of refusals stand beside their status; other tables may name the same words.
  const code = /^\d+$/.test(cells[1] ?? "") ? cells[0]?.replaceAll("`", "") : undefined
  const inside = cells.map((cell) => html`<td>${prose(cell)}</td>`)
  return code === undefined ? html`<tr>${inside}</tr>` : html`<tr id="${code}">${inside}</tr>\n`
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())
