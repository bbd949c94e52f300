import { printDay } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { type Sheet, table } from '../../../print/sheet.ts'

/** Whether each partner was authorized on a day, landscape. */
export function standingSheet({ on, columns, rows }: { on: string; columns: string[]; rows: string[][] }, made: Made): Sheet {
  const title = `Trading partners: authorized on ${printDay(on)}?`
  const note = html`<p class="note">Derived from the licenses on file, for each state in which the listed locations receive.</p>`
  return {
    kind: 'Authorized trading partners',
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
