import { formatCount, SHIPMENT_PURPOSES } from '@seriatim/schema'
import { readShipments } from './report.service.ts'
import { figures, type Reader, when } from './report-table.ts'

/** Writes cents as dollars that a spreadsheet reads as a number; null if no value was entered. */
const dollars = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

export const readShipmentTable: Reader = async (tx, session, range, limit) => {
  const report = await readShipments(tx, session, range, limit)
  const { name, cell } = when(session)
  return {
    totals: [
      ['Shipments sent', formatCount(report.shipments)],
      ['Packages sent', formatCount(report.meds)],
      ['Packages that came back', formatCount(report.back)],
      ['Value entered, USD', dollars(report.valueCents) ?? ''],
      ['Shipments without a value', formatCount(report.withoutValue)],
      ['Shipments voided', formatCount(report.voided)],
    ],
    parts: [
      {
        title: 'By purpose',
        columns: [{ name: 'Purpose' }, ...figures(['Shipments', 'Packages', 'Came back', 'Value, USD', 'Without a value'])],
        rows: report.purposes.map((row) => [
          SHIPMENT_PURPOSES[row.purpose].name,
          row.shipments,
          row.meds,
          row.back,
          dollars(row.valueCents),
          row.withoutValue,
        ]),
      },
    ],
    rowsTitle: 'Shipments sent in this period',
    columns: [
      { name },
      { name: 'Shipment' },
      { name: 'Purpose' },
      { name: 'To' },
      { name: 'From' },
      { name: 'Sent by' },
      { name: 'Approved by' },
      ...figures(['Packages', 'Came back', 'Value, USD']),
      { name: 'State' },
    ],
    rows: report.rows.map((row) => [
      cell(row.at),
      String(row.id),
      SHIPMENT_PURPOSES[row.purpose].name,
      row.toName,
      row.locationName,
      row.by,
      row.approvedBy,
      row.meds,
      row.back,
      dollars(row.valueCents),
      row.isVoided ? 'Voided' : 'Sent',
    ]),
    left: report.shipments + report.voided - report.rows.length,
  }
}
