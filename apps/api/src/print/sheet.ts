import { fontFaces } from './fonts.ts'
import { type Html, html, Html as Markup } from './html.ts'

export interface Sheet {
  /** The document's title, also its first heading. */
  title: string
  /** A line above the title that names the kind of paper. */
  kind?: string
  /** Text beside the page number on each page: subject, time and author. */
  footer: string
  body: Html
  /** CSS for this type of printout. It comes after the CSS that all printouts share, so it can override it. */
  css?: string
  /** Prints US Letter in landscape instead of portrait. */
  landscape?: boolean
  /** A label of 4 by 6 inches instead of US Letter. */
  paper?: 'label'
}

/** Writes a complete HTML page that `PdfPrinter.print` turns into a PDF, with the paper size, fonts and styles of all our printouts. */
export function sheet({ title, kind, footer, body, css = '', landscape = false, paper }: Sheet): string {
  const size = paper === 'label' ? 'size:4in 6in;margin:6mm 6mm 11mm' : `size:Letter${landscape ? ' landscape' : ''};margin:15mm 14mm 17mm`
  const page = `@page{${size};
    @bottom-left{content:${cssText(footer)};${MARGIN_TEXT}}
    @bottom-right{content:"Page " counter(page) " of " counter(pages);white-space:nowrap;${MARGIN_TEXT}}}`
  const style = new Markup(`${fontFaces()}\n${page}\n${COMMON}\n${css}`)
  const heading = html`<header class="top">${kind && html`<p class="kind">${kind}</p>`}<h1>${title}</h1></header>`
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${heading}${body}</body></html>`
    .text
}

/** Names with their values, as a description list; a missing value is printed as "not stated". */
export function facts(rows: readonly (readonly [name: string, value: Html | string | null | undefined])[]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value || 'not stated'}</dd></div>`)}</dl>`
}

export interface SheetColumn {
  name: string
  /** Figures are aligned right, and codes use the monospace font. */
  as?: 'figure' | 'code'
}

/** Whether a cell contains only a date, which must stay on one line however narrow its column is. */
const isDay = (cell: Html | string | number | null) => typeof cell === 'string' && /^\d\d\/\d\d\/\d{4}$/.test(cell)

/** A table that repeats its header on each page. */
export function table(
  caption: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly (Html | string | number | null)[])[],
): Html {
  const kind = (index: number) => columns[index]?.as ?? 'words'
  const head = columns.map(({ name }, index) => html`<th scope="col" class="${kind(index)}">${name}</th>`)
  const line = (row: readonly (Html | string | number | null)[]) =>
    html`<tr>${row.map((cell, index) => html`<td class="${kind(index)}${isDay(cell) ? ' day' : ''}">${cell}</td>`)}</tr>`
  return html`<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${rows.map(line)}</tbody></table>`
}

function cssText(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]|["\\<>]/g, (mark) => `\\${(mark.codePointAt(0) ?? 32).toString(16)} `)}"`
}

const MARGIN_TEXT = "font:8pt 'Inter',sans-serif;color:#6c6a64"

const COMMON = `
:root{--ink:#1a1916;--quiet:#53514b;--line:#bfbeb8;--sunk:#f7f6f3;--teal:#005e5c}
*{box-sizing:border-box}
html{font:9.5pt/1.45 'Inter',sans-serif;color:var(--ink);font-variant-numeric:tabular-nums}
body{margin:0}
.top{border-bottom:1.5pt solid var(--teal);margin-bottom:12pt;padding-bottom:6pt}
.kind{margin:0;color:var(--teal);font-size:8.5pt;font-weight:600;letter-spacing:.03em}
h1{font-size:17pt;line-height:1.2;margin:2pt 0 0;font-weight:650}
h2{font-size:11.5pt;margin:14pt 0 5pt;font-weight:650;break-after:avoid}
p{margin:0 0 6pt}
.quiet{color:var(--quiet)}
.code,code{font-family:'JetBrains Mono',monospace;font-size:8.8pt;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:1fr 1fr;gap:5pt 16pt;margin:0}
.facts div{break-inside:avoid;border-bottom:.5pt solid #e3e2dd;padding-bottom:3pt}
dt{color:var(--quiet);font-size:8pt}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
table{width:100%;border-collapse:collapse;margin:4pt 0 8pt}
caption{text-align:left;font-weight:600;padding:4pt 0}
thead{display:table-header-group}
tr{break-inside:avoid}
th{text-align:left;font-size:8pt;color:var(--quiet);font-weight:600;background:var(--sunk);border-bottom:1pt solid var(--line);padding:4pt 5pt}
td{border-bottom:.5pt solid #e3e2dd;padding:3.5pt 5pt;vertical-align:top;overflow-wrap:anywhere}
.figure{text-align:right}
td.day{white-space:nowrap}
td.code{font-size:8.4pt}
th.code{font-family:'Inter',sans-serif}
.note{border:1pt solid var(--line);border-radius:4pt;padding:7pt 9pt;margin:8pt 0;background:var(--sunk);break-inside:avoid}
.stop{border-color:#b3261e;background:#fdeeed}
`
