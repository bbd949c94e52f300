import { printDay } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'

interface Standings {
  on: string
  filters: readonly (readonly [name: string, value: string | undefined])[]
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Makes a landscape page that lists the partners found by a search and states for each whether it was authorized on the day `on`. */
export function standingSheet({ on, filters, columns, rows }: Standings, made: Made): Sheet {
  const title = `Trading partners: authorized on ${printDay(on)}?`
  const note = html`<p class="note">Derived from the licenses on file, for each state in which the listed locations receive product.</p>`
  return {
    kind: 'Authorized trading partners',
    title,
    footer: `${title} · ${printStampText(made)}`,
    body: html`${filters.length > 0 && facts(filters)}${note}${table(
      '',
      columns.map((name) => ({ name })),
      rows,
    )}`,
    landscape: true,
  }
}
