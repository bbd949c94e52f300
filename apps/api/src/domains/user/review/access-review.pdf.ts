import { printDay } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { type Sheet, table } from '../../../print/sheet.ts'

/** The rights of each person on a day, landscape, with a column per location. */
export function reviewSheet({ columns, rows }: { columns: string[]; rows: string[][] }, day: string, made: Made): Sheet {
  const title = `Access to locations as of ${printDay(day)}`
  const note = html`<p class="note">Reconstructed from the audit trail: access at the time of printing, minus every change made after that day.</p>`
  return {
    kind: 'Access review',
    title,
    footer: `${title} · ${printStampText(made)}`,
    body: html`${note}${table(
      '',
      columns.map((name) => ({ name })),
      rows,
    )}`,
    landscape: true,
  }
}
