import { writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { wallClock } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { readLocationNames } from '../../location/location.service.ts'
import { selectHeldForLots, selectReceivedForLots, sumHeld, sumReceived } from '../dismiss/affected.service.ts'
import { listPackages } from '../dismiss/packages.queries.ts'
import { countWaiting } from '../match/match.queries.ts'
import { recallErrors } from '../recall.facts.ts'
import { type AffectedRecord, listAffected, listRecalls, type RecallRecord } from '../recall.queries.ts'
import { mustHaveRecalls } from '../recall.service.ts'
import { type ResponseForm, responseSheet } from '../report/response.pdf.ts'

const CSV_ROWS = 100_000

/** Column headings of the file. Its days and times are in the time zone of the person who downloads it. */
const columnsIn = (timeZone: string) => [
  'Recall',
  'Class',
  'Location',
  'Med name',
  'Manufacturer',
  'NDC',
  'Lot',
  'Expiration',
  'PO number',
  `Shipment sent (${timeZone})`,
  'Serial number',
  `Received (${timeZone})`,
  'Match',
  'Why',
  'State',
  'None on hand',
  'Lot quarantined',
  'Lot returned',
  'Lot destroyed',
  'Lot dispensed',
  'Notes',
  'Dismissed by',
  `Dismissed (${timeZone})`,
]

async function getRecall(tx: CustomerTx, session: Session, recallId: number): Promise<RecallRecord> {
  await mustHaveRecalls(tx, session.now)
  const [recall] = await listRecalls(tx, [recallId])
  if (!recall) throw new AppError(recallErrors.recall_not_found)
  return recall
}

/**
 * Writes every affected package of a recall, or of one lot, including lots that a later version dropped. @throws AppError recalls_not_subscribed,
 * recall_not_found, recall_file_too_large.
 */
export async function writeRecallCsv(
  tx: CustomerTx,
  session: Session,
  { recallId, epcisEventId }: { recallId: number; epcisEventId?: number | undefined },
) {
  const recall = await getRecall(tx, session, recallId)
  const affected = await listAffected(tx, {
    recallId,
    withEnded: true,
    ...(epcisEventId === undefined ? {} : { matchIds: [epcisEventId] }),
  })
  if (affected.reduce((sum, { amount }) => sum + amount, 0) > CSV_ROWS) throw new AppError(recallErrors.recall_file_too_large)
  const clock = wallClock(session.timeZone)
  const packages = await listPackages(tx, affected)
  const rows = affected.flatMap((row) => (packages.get(row.id) ?? []).map((one) => csvCells(recall, row, one, clock)))
  await audit(tx, session, {
    action: 'recall.csv',
    subject: 'recall',
    subjectId: recallId,
    detail: { recallNumbers: recall.recallNumbers, rows: rows.length },
  })
  return { filename: `recall-${recallFilename(recall)}.csv`, text: CSV_START + makeCsv([columnsIn(session.timeZone), ...rows]) }
}

function csvCells(
  recall: RecallRecord,
  row: AffectedRecord,
  one: { serialNumber: string; receivedAt: Date | null },
  clock: (at: Date) => string,
): string[] {
  return [
    recall.recallNumbers.join(', '),
    recall.classification ?? '',
    row.locationName,
    row.productName ?? '',
    row.manufacturer ?? '',
    row.ndc ?? '',
    row.lotNumber ?? '',
    row.expiration ?? '',
    (row.purchaseOrderNumbers ?? []).join(', '),
    clock(row.sentAt).slice(0, 10),
    one.serialNumber,
    one.receivedAt ? clock(one.receivedAt).slice(0, 10) : '',
    row.confidence,
    row.why,
    matchState(row),
    ...saidCells(row, clock),
  ]
}

function matchState({ isDismissed, endedAt }: AffectedRecord): string {
  if (endedAt) return isDismissed ? 'Dismissed; no longer named by the recall' : 'No longer named by the recall'
  return isDismissed ? 'Dismissed' : 'Open'
}

/** Makes the cells about the report on the whole lot; they are empty if nobody reported on the lot or if the report was undone. */
function saidCells(row: AffectedRecord, clock: (at: Date) => string): string[] {
  if (!row.isDismissed) return ['', '', '', '', '', '', '', '']
  const by = makePersonName(row)
  return [
    row.noneOnHand ? 'Yes' : '',
    ...[row.quarantined, row.returned, row.destroyed, row.dispensed].map((number) => (number === null ? '' : String(number))),
    row.notes ?? '',
    by ? writeFullName(by) : '',
    row.dismissedAt ? clock(row.dismissedAt).slice(0, 10) : '',
  ]
}

const recallFilename = ({ recallNumbers, id }: RecallRecord) => (recallNumbers[0] ?? String(id)).replace(/[^\w-]/g, '')

/**
 * Prints the response form with which the pharmacy answers the recalling firm. @throws AppError recalls_not_subscribed, recall_not_found, pdf_failed.
 */
export async function printResponse(ctx: Context, session: Session, recallId: number) {
  const { form, name } = await ctx.inTx('read write', async (tx) => {
    const recall = await getRecall(tx, session, recallId)
    await audit(tx, session, {
      action: 'recall.form',
      subject: 'recall',
      subjectId: recallId,
      detail: { recallNumbers: recall.recallNumbers },
    })
    return { form: await readResponseForm(tx, session, recall), name: recallFilename(recall) }
  })
  const bytes = await printSheet(ctx, session, responseSheet(form, printStamp(ctx, session)))
  return { filename: `recall-response-${name}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}

const NOTHING_SAID = { noneOnHand: false, quarantined: null, returned: null, destroyed: null, dispensed: null, notes: null }

async function readResponseForm(tx: CustomerTx, session: Session, recall: RecallRecord): Promise<ResponseForm> {
  const all = await listAffected(tx, { recallId: recall.id })
  const rows = all.filter(({ confidence }) => confidence !== 'possible')
  const places = [...(await readLocationNames(tx)).values()].filter(({ id }) => session.scope === 'all' || session.locationIds.includes(id))
  const found = await readInOneQuery(tx, { ...selectHeldForLots(rows), received: selectReceivedForLots(rows) })
  const held = sumHeld(rows, found)
  const received = sumReceived(rows, found.received)
  const lines = rows.map((row) => {
    // Numbers reported with an undone dismissal do not count.
    const said = row.isDismissed ? row : NOTHING_SAID
    const [returned, destroyed, dispensed] = [said.returned ?? 0, said.destroyed ?? 0, said.dispensed ?? 0]
    const isNone = said.noneOnHand === true
    const arrived = received.get(row.id) ?? 0
    return {
      locationName: row.locationName,
      lotNumber: row.lotNumber,
      expiration: row.expiration,
      onHand: isNone ? 0 : Math.max(0, arrived - returned - destroyed - dispensed),
      notReceived: Math.max(0, row.amount - arrived),
      quarantined: isNone ? 0 : (said.quarantined ?? held.get(row.id)?.onHold ?? 0),
      returned,
      destroyed,
      isNone,
      notes: said.notes ?? '',
    }
  })
  const waiting = await countWaiting(tx)
  const { manufacturer, product, classification, reason, recallNumbers, published } = recall
  return {
    customerName: await getCustomerName(tx),
    manufacturer,
    product,
    classification,
    reason,
    recallNumbers,
    published,
    lines,
    possible: all.filter(({ confidence, isDismissed }) => confidence === 'possible' && !isDismissed).length,
    isWaiting: waiting.recalls + waiting.lots > 0,
    locations: places.map(({ name }) => name),
  }
}
