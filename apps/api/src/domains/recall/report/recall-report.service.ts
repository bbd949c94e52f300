import { type RecallReport, type RecallReportRow, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { selectReceivedForLots, sumReceived } from '../dismiss/affected.service.ts'
import { dismissalSummary } from '../dismiss/dismissal.rules.ts'
import { selectPackagesOfMatches } from '../package-counts.queries.ts'
import { type AffectedRecord, listAffected, type RecallRecord, selectRecalls } from '../recall.queries.ts'
import { mustHaveRecalls } from '../recall.service.ts'

interface ReportInput {
  from: Date
  to: Date
  locationId: number | null
  limit: number
}

/**
 * Lists the customer's lots that recalls named in a period, newest first, with what was done about each lot and how long that took. Includes lots
 * that a later version of the recall no longer names. Possible matches are listed but not counted; a package counts once, even if it matches several
 * lots or recalls.
 * @throws AppError recalls_not_subscribed
 */
export async function readRecallReport(
  tx: CustomerTx,
  session: Session,
  { from, to, locationId, limit }: ReportInput,
): Promise<RecallReport> {
  await mustHaveRecalls(tx, session.now)
  const affected = await listAffected(tx, { matched: { from, to }, withEnded: true, ...(locationId ? { locationId } : {}) })
  const counted = affected.filter(({ confidence }) => confidence !== 'possible')
  const found = await readInOneQuery(tx, {
    recalls: selectRecalls([...new Set(affected.map(({ recallId }) => recallId))]),
    received: selectReceivedForLots(affected),
    packages: selectPackagesOfMatches([counted.map(({ id }) => id)]),
  })
  const recalls = new Map(found.recalls.map((recall) => [recall.id, recall]))
  const received = sumReceived(affected, found.received)
  const sorted = affected.toSorted((a, b) => b.matchedAt.getTime() - a.matchedAt.getTime() || b.id - a.id)
  const hours = counted.flatMap((row) => measureHours(row) ?? []).sort((a, b) => a - b)
  return {
    rows: sorted.slice(0, limit).flatMap((row) => {
      const recall = recalls.get(row.recallId)
      return recall ? [reportRow(row, recall, received.get(row.id) ?? 0)] : []
    }),
    lots: affected.length,
    recalls: new Set(counted.map(({ recallId }) => recallId)).size,
    packages: found.packages[0]?.packages ?? 0,
    received: found.packages[0]?.received ?? 0,
    open: counted.filter(({ isDismissed, endedAt }) => !isDismissed && endedAt === null).length,
    medianHours: hours[Math.floor((hours.length - 1) / 2)] ?? null,
  }
}

/**
 * What became of the lot, in words: what was reported when somebody dismissed it, and whether a later version of the recall dropped it. Null if
 * neither happened.
 */
function outcomeText(row: AffectedRecord): string | null {
  const words = [...(row.isDismissed ? [dismissalSummary(row)] : []), ...(row.endedAt ? ['No longer named by the recall'] : [])]
  return words.join('. ') || null
}

/** Hours from discovery to dismissal; undefined while the lot is open. */
function measureHours({ isDismissed, dismissedAt, matchedAt }: AffectedRecord): number | undefined {
  if (!isDismissed || dismissedAt === null) return undefined
  return Math.max(0, Math.round((dismissedAt.getTime() - matchedAt.getTime()) / HOUR_MS))
}

function reportRow(
  row: AffectedRecord,
  { title, classification, recallNumbers, published }: RecallRecord,
  received: number,
): RecallReportRow {
  const by = row.isDismissed ? makePersonName(row) : null
  return {
    id: row.id,
    recallId: row.recallId,
    at: row.matchedAt.toISOString(),
    title,
    classification,
    recallNumbers: [...recallNumbers],
    published,
    locationName: row.locationName,
    lotNumber: row.lotNumber,
    amount: row.amount,
    received,
    confidence: row.confidence,
    done: outcomeText(row),
    by: by && writeFullName(by),
    doneAt: row.isDismissed ? (row.dismissedAt?.toISOString() ?? null) : null,
    hours: measureHours(row) ?? null,
  }
}
