import type { SerialCandidate, UnitAnswers, UnitFound, UnitInput } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { toDay } from '../../core/day.ts'
import { readPrepared, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { printStamp } from '../../print/print-stamp.ts'
import { selectHoldRows } from '../hold/hold.joins.ts'
import { selectInvestigationRows } from '../hold/investigated.joins.ts'
import type { Paper } from '../med/send/med-paper.pdf.ts'
import { readPaper } from '../med/send/med-paper.service.ts'
import { readRecallAnswer } from '../recall/stop/order-recall.service.ts'
import { selectSellers } from '../trading-partner/license/seller-on-day.joins.ts'
import { findSellerOnDay } from '../trading-partner/license/seller-on-day.service.ts'
import { unitName, unitSheet } from './inspection-unit.pdf.ts'
import { selectUnitFacts, selectUnits } from './inspection-unit.queries.ts'
import type { UnitFacts } from './unit-answers.ts'
import { findDay, makeUnitPage } from './unit-page.ts'

/** Maximum number of holds and investigations that an answer names. */
const MOST = 20

type Scanned = UnitFacts['scanned']

export interface AnsweredUnit {
  unit: UnitAnswers
  paper: Paper
}

/**
 * Answers everything that an inspector asks about one package, from what is on file at `session.now`.
 *
 * @throws AppError pedigree_not_found, also for a package at a location that the caller cannot access.
 */
export async function answerUnit(tx: CustomerTx, session: Session, medId: number, scanned: Scanned = {}): Promise<AnsweredUnit> {
  const paper = await readPaper(tx, session, medId)
  const { pedigree, documents } = paper
  const at = Math.max(
    0,
    pedigree.orders.findIndex(({ isReceived }) => isReceived),
  )
  const [listing, document] = [pedigree.orders[at], documents[at]]
  const order = listing && document ? { ...listing, document, isNamed: document.transactions.length > 0 } : null
  const [documentId, locationId] = [order?.documentId ?? 0, pedigree.customerLocation.id]
  const found = await readPrepared(tx, {
    ...selectUnitFacts(tx, { medId, documentId, locationId }),
    ...selectSellers(tx, { documentId, locationId }),
    holds: selectHoldRows(medId, MOST),
    investigations: selectInvestigationRows(medId, MOST),
  })
  // Uses the location's time zone rather than the caller's if it is known, because everybody who opens the package's page, including guests, must see
  // the same dates and therefore the same answers.
  const timeZone = found.zones[0]?.timeZone ?? session.timeZone
  const tradedOn = order && findTradedOn(order, pedigree.received?.at, timeZone)
  const seller = tradedOn ? findSellerOnDay(found, { day: tradedOn, timeZone }) : undefined
  const [compared] = withInstants(found.compared, 'caughtUpAt')
  const facts: UnitFacts = {
    pedigree,
    order,
    tradedOn,
    seller,
    scanned,
    label: found.labels[0],
    holds: withInstants(found.holds, 'placedAt', 'releasedAt', 'disposedAt'),
    investigations: withInstants(found.investigations, 'openedAt', 'endedAt'),
    recalls: { ...(await readRecallAnswer(tx, session, medId)), comparedAt: compared?.caughtUpAt ?? null },
    tickets: found.tickets,
    sentBack: withInstants(found.sentBack, 'at')[0],
    now: session.now,
  }
  return { unit: makeUnitPage(facts, { ...session, timeZone }), paper }
}

/**
 * The day of the transaction: the shipping day that the file states; without one, the day on which the package was received; and if it was not
 * received, the day on which the file arrived.
 */
function findTradedOn(order: NonNullable<UnitFacts['order']>, receivedAt: string | undefined, timeZone: string): string {
  const shippedAt = order.document.transactions.at(-1)?.shippedAt
  return (shippedAt && findDay(shippedAt, timeZone)) || toDay(new Date(receivedAt ?? order.timeStamp), timeZone)
}

/**
 * Finds a package by its serial number and answers the questions about it that an inspector asks. If several packages have that serial number,
 * returns them to choose from.
 */
export async function findUnit(tx: CustomerTx, session: Session, input: UnitInput): Promise<UnitFound> {
  const candidates = await listCandidates(tx, input)
  const [only] = candidates
  if (!only) return { outcome: 'unknown' }
  if (candidates.length > 1) return { outcome: 'several', candidates }
  return { outcome: 'found', unit: (await answerUnit(tx, session, only.medId, input)).unit }
}

/**
 * Lists the packages that a scan may mean: those with its serial number and, if the scan contains a GTIN, without a different GTIN on file. Voided
 * packages are included only if no other package matches.
 */
async function listCandidates(tx: CustomerTx, { serialNumber, gtin, medId }: UnitInput): Promise<SerialCandidate[]> {
  const { units } = await readPrepared(tx, { units: selectUnits(tx, serialNumber) })
  const fitting = units.filter(
    (unit) => (gtin === undefined || unit.gtin === null || unit.gtin === gtin) && (medId === undefined || unit.id === medId),
  )
  const live = fitting.filter(({ voidedAt }) => voidedAt === null)
  return (live.length ? live : fitting).map(({ id, gtin: of, lotNumber, medName, locationName }) => ({
    medId: id,
    gtin: of,
    lotNumber,
    medName,
    locationName,
  }))
}

/**
 * Prints the answers and, unless `isShort`, the package's transaction data on a second page.
 *
 * @throws AppError pdf_failed, and the errors of `answerUnit`.
 */
export async function printUnit(ctx: Context, session: Session, { medId, isShort }: { medId: number; isShort: boolean }) {
  const answered = await ctx.inTx('read write', async (tx) => {
    const read = await answerUnit(tx, session, medId)
    await audit(tx, session, { action: 'inspectionUnit.print', subject: 'med', subjectId: medId })
    return read
  })
  const bytes = await printSheet(ctx, session, unitSheet({ ...answered, isShort }, printStamp(ctx, session)))
  return { filename: unitName(answered.unit), base64: Buffer.from(bytes).toString('base64') }
}
