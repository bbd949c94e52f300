import { SHIPMENT_PURPOSES, SHIPMENT_STATES, type ShipmentSearch } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay, wallClock } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { placesOf } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { listShipments, type ShipmentRecord } from '../outbound.queries.ts'

const BATCH = 1000
/** Maximum number of rows of the file. Spreadsheets struggle with more. */
const CSV_ROWS = 100_000

const heading = (timeZone: string) => [
  'Shipment',
  'Purpose',
  'State',
  'To',
  'To GLN',
  'From',
  'From GLN',
  'Packages',
  'Came back',
  `Begun (${timeZone})`,
  'Started by',
  `Sent (${timeZone})`,
  'Sent by',
  'Approved by',
  'License on that day',
  'Purchase order',
  'Return authorization',
  'Due back',
  'Contact',
  'Reason',
  'Value in USD',
  'Transaction information',
  `Voided (${timeZone})`,
  'Void reason',
  `Settled or credited (${timeZone})`,
  'How',
]

/** The shipments of a view as CSV, newest first. @throws AppError shipment_export_too_large. */
export async function writeShipmentsCsv(
  tx: CustomerTx,
  session: Session,
  { view, tradingPartnerId }: Pick<ShipmentSearch, 'view' | 'tradingPartnerId'>,
): Promise<{ filename: string; text: string }> {
  const { now, timeZone } = session
  await audit(tx, session, { action: 'shipment.export', subject: 'shipment', subjectId: null, detail: { view } })
  const clock = wallClock(timeZone)
  const parts = [CSV_START, makeCsv([heading(timeZone)])]
  let count = 0
  for (let after: number | undefined; ; ) {
    const rows = await listShipments(tx, placesOf(session, 'shipment:read'), { view, tradingPartnerId, limit: BATCH, after })
    const page = rows.slice(0, BATCH)
    count += page.length
    if (count > CSV_ROWS) throw new AppError(outboundErrors.shipment_export_too_large)
    parts.push(makeCsv(page.map((row) => toLine(row, (at) => (at === null ? null : clock(at))))))
    if (rows.length <= BATCH) break
    after = page.at(-1)?.id
  }
  return { filename: `shipments-${toDay(now, timeZone)}.csv`, text: parts.join('') }
}

function toLine(row: ShipmentRecord, at: (instant: Date | null) => string | null): (string | number | null)[] {
  return [
    row.id,
    SHIPMENT_PURPOSES[row.purpose].name,
    SHIPMENT_STATES[row.state],
    row.toName,
    row.receiver.location.gln,
    row.locationName,
    row.sender.location.gln,
    row.meds,
    row.back,
    at(row.createdAt),
    row.createdBy,
    at(row.sentAt),
    row.sentBy,
    row.approvedBy,
    row.licenseWords,
    row.purchaseOrder,
    row.rma,
    row.dueBack,
    row.contact,
    row.reason,
    row.valueCents === null ? null : (Number(row.valueCents) / 100).toFixed(2),
    row.withTi ? 'yes' : 'no',
    at(row.voidedAt),
    row.voidReason,
    at(row.settledAt),
    row.settleNote,
  ]
}
