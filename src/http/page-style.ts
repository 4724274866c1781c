/** How pages look, by day and by night, on a desk and in a hand. */
export const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5b6168; --line: #e1e4e8; --back: #fff; --box: #f5f6f8; --link: #0b57a4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --soft: #9aa2ab; --line: #2c3136; --back: #16181b; --box: #1f2226; --link: #7ab7f5 }
}
* { box-sizing: border-box }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100% }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--back); overflow-wrap: break-word }
.whole { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto }
.side { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line) }
nav { font-size: .875rem; line-height: 1.7 }
nav p { margin: 0 0 1rem; font-weight: 600 }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0 }
nav b a { color: var(--ink) }
.contents { display: none }
main { padding: 2rem 3rem 6rem; max-width: 60rem }
.alone { margin: 0 auto }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2 }
h2 { margin: 3.5rem 0 1rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line); font-size: 1.4rem }
h3 { margin: 2.75rem 0 .25rem; font-size: 1.1rem }
h3 a { color: var(--ink) }
h4 { margin: 1.25rem 0 .25rem; font-size: .75rem; font-weight: 600; color: var(--soft); text-transform: uppercase; letter-spacing: .05em }
h2, h3, tr { scroll-margin-top: 1rem }
.lead { font-size: 1.1rem }
code, pre { font: .875em/1.55 ui-monospace, monospace }
code { background: var(--box); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere }
pre { background: var(--box); padding: .85rem 1rem; border-radius: 8px; overflow: auto }
pre code { padding: 0; background: none; overflow-wrap: normal }
a code { color: inherit }
.route { margin: 0; color: var(--soft) }
.method { font-weight: 600; color: var(--ink) }
.who { margin: .5rem 0; color: var(--soft); font-size: .875rem }
dt { margin-top: 1rem; font-weight: 600 }
dd { margin: 0 }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
td, th { text-align: left; vertical-align: top; padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--soft); font-weight: 600 }
td:first-child { white-space: nowrap }
td:last-child { padding-right: 0 }
.plain td:first-child { width: 4rem; font-variant-numeric: tabular-nums }
.codes { line-height: 2 }
tr:target { background: var(--box) }
@media (max-width: 56rem) {
  .whole { display: block }
  .side { display: none }
  .contents { display: block; margin: 1.5rem 0; border: 1px solid var(--line); border-radius: 8px }
  .contents summary { padding: .75rem 1rem; font-weight: 600; cursor: pointer }
  .contents nav { padding: 0 1rem; columns: 2; column-gap: 1rem }
  main { padding: 1.25rem 1rem 4rem }
  h1 { font-size: 1.6rem }
}
@media (max-width: 40rem) {
  thead { display: none }
  table, tbody, tr, td { display: block }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line) }
  td, td:first-child { white-space: normal; width: auto; padding: 0; border: 0 }
  td + td { color: var(--soft) }
  td + td:not(:last-child) { display: inline }
  td + td + td:not(:last-child)::before { content: "· " }
  td:last-child { color: var(--ink) }
  td:first-child { font-weight: 600 }
}
`
