import { printDay, printMoment } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'

export interface ResponseLine {
  locationName: string
  lotNumber: string | null
  expiration: string | null
  /** Number of packages that were received and not returned, destroyed or dispensed later. */
  onHand: number
  /** Number of packages that the supplier's file lists as shipped to the location but that were never received there. */
  notReceived: number
  quarantined: number
  returned: number
  destroyed: number
  isNone: boolean
  notes: string
}

export interface ResponseForm {
  customerName: string
  manufacturer: string
  product: string
  classification: string | null
  reason: string | null
  recallNumbers: readonly string[]
  published: string
  lines: readonly ResponseLine[]
  /** Number of lots that the recall may name; somebody has to check them. */
  possible: number
  /** Whether some lots or recalls have not been compared yet, so that more packages may be affected. */
  isWaiting: boolean
  locations: readonly string[]
}

/** The recalling firm's response form, to sign and send: for each location, it lists the packages on hand and what was done with them. */
export function responseSheet(form: ResponseForm, made: Made): Sheet {
  const title = `Recall response: ${form.recallNumbers.slice(0, 6).join(', ')}`
  const columns = [
    { name: 'Location' },
    { name: 'Lot', as: 'code' },
    { name: 'Expires' },
    { name: 'On hand', as: 'figure' },
    { name: 'Shipped to us, not received', as: 'figure' },
    { name: 'Quarantined', as: 'figure' },
    { name: 'Returned', as: 'figure' },
    { name: 'Destroyed', as: 'figure' },
    { name: 'None' },
    { name: 'Notes' },
  ] as const
  const rows = form.lines.map((line) => [
    line.locationName,
    line.lotNumber,
    line.expiration === null ? null : printDay(line.expiration),
    line.onHand,
    line.notReceived,
    line.quarantined,
    line.returned,
    line.destroyed,
    line.isNone ? 'None on hand' : null,
    line.notes,
  ])
  const head = facts([
    ['Recalling firm', form.manufacturer],
    ['Recall number(s)', form.recallNumbers.join(', ')],
    ['Class', form.classification],
    ['Published', printDay(form.published)],
    ['Pharmacy', form.customerName],
    ['Locations', form.locations.join(', ')],
    ['Date', printMoment(made.madeAt.toISOString(), made)],
    ['Product', form.product.slice(0, 1500)],
    ['Reason', form.reason],
  ])
  const body = rows.length
    ? table('Affected packages by location', columns, rows)
    : form.isWaiting
      ? html``
      : html`<p>We checked our records. None of the recalled packages reached the locations named above.</p>`
  const open = form.possible
    ? html`<p>The recall may also name ${form.possible === 1 ? 'one lot' : `${form.possible} lots`} that we are still checking.</p>`
    : html``
  const waiting = form.isWaiting
    ? html`<p>Our records are still being compared with the recalls. This form may be incomplete. Print it again before you send it.</p>`
    : html``
  const signing = html`<h2>Confirmed by</h2>${facts([
    ['Name', ' '],
    ['Title', ' '],
    ['Signature', ' '],
    ['Phone', ' '],
  ])}`
  return {
    kind: 'Response to a recall',
    title,
    footer: `${title} · ${printStampText(made)}`,
    body: html`${head}<h2>Packages</h2>${body}${open}${waiting}${signing}`,
    landscape: true,
  }
}
