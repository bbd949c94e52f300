import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { RequestRecord, StoredItem } from '../request.queries.ts'
import { statedDayOf } from '../tracing-clock.ts'

const CSV_HEADING = ['Serial number', 'Lot', 'GTIN', 'NDC', 'Expires', 'From', 'To']

/** Writes the items of a request as CSV that `readRequestFile` can read. */
export const itemsCsv = (items: readonly StoredItem[]): string =>
  CSV_START +
  makeCsv([
    CSV_HEADING,
    ...items.map(({ serialNumber, lotNumber, gtin, ndc, expirationDate, from, to }) => [
      serialNumber,
      lotNumber,
      gtin,
      ndc,
      expirationDate,
      from,
      to,
    ]),
  ])

/** A request to a partner as `seriatim.trace.v1` (docs/tracing.md). */
export function questionJson(request: RequestRecord, items: readonly StoredItem[]): string {
  const { number, basis, wish, note } = request
  return `${JSON.stringify(
    {
      format: 'seriatim.trace.v1',
      request: {
        reference: `Request ${number}`,
        basis,
        wish,
        note,
        statedDue: statedDayOf(request),
        items: items.map(({ ndc10: _, ...item }) => item),
      },
    },
    null,
    1,
  )}\n`
}
