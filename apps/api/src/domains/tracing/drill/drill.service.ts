import { randomInt } from 'node:crypto'
import { type CreatedTracing, formatAmount, type NewDrill, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { addMonths } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { listAdmins } from '../../user/access/admin.joins.ts'
import { listAnswers } from '../answer/answer.queries.ts'
import { traceItems } from '../find/find.service.ts'
import { answerGaps, itemWords } from '../find/judge.ts'
import { queueSearch } from '../find/search.service.ts'
import { aboutWords, fingerprintOf, readItems } from '../items.ts'
import { expectPlace } from '../place.service.ts'
import { expectRequest, placesOf } from '../request.access.ts'
import { findRequest, insertEntry, insertRequest, type RequestRecord } from '../request.queries.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { drillMails } from '../tracing.mails.ts'
import { targetOf } from '../tracing-clock.ts'
import { type DrillResult, type DrillSheet, drillSheet } from './drill.pdf.ts'
import { type DrillPackage, listPackagesAt, listPackagesBeside, readDrillStanding } from './drill.queries.ts'

const MONTHS = 6

/** Creates a practice request about random packages of the last six months. @throws AppError tracing_no_packages, tracing_place_not_found. */
export async function startDrill(tx: CustomerTx, session: Session, { packages, locationId }: NewDrill): Promise<CreatedTracing> {
  const timeZone = await expectPlace(tx, session, locationId)
  const picked = await pickPackages(tx, session, packages, locationId)
  if (!picked.length) throw new AppError(tracingErrors.tracing_no_packages)
  const items = readItems(picked.map(({ id: _, locationId: __, ...one }) => ({ ...one, ndc: null, from: null, to: null })))
  const by = writeFullName(session)
  const head = { direction: 'in' as const, organization: 'Drill: mock inspector', reference: null }
  const created = await insertRequest(
    tx,
    {
      ...head,
      isDrill: true,
      locationId,
      asker: 'state',
      name: null,
      role: null,
      emailAddress: null,
      phone: null,
      tradingPartnerId: null,
      identityHow: null,
      identityBy: null,
      identityAt: null,
      channel: 'visit',
      basis: 'inspection',
      wish: 'information',
      incidentNumber: null,
      note: null,
      receivedAt: session.now,
      timeZone,
      targetAt: targetOf({ receivedAt: session.now }),
      legalDueAt: null,
      statedDueAt: null,
      mailHeaders: null,
      origin: null,
      fingerprint: fingerprintOf('in', items),
      duplicateOfId: null,
      about: aboutWords(items),
      remindOn: null,
      createdAt: session.now,
      createdById: session.userId,
      createdBy: by,
    },
    items,
  )
  await audit(tx, session, {
    action: 'tracing.drill',
    subject: 'tracing',
    subjectId: created.id,
    detail: { number: created.number, items: items.length },
  })
  const words = `started a drill about ${formatAmount(items.length, 'package')}`
  await insertEntry(tx, { requestId: created.id, at: session.now, userId: session.userId, byName: by, words })
  await queueSearch(tx, created.id)
  return { ...created, same: null }
}

/**
 * Picks random times within the last six months, and for each of them the first package received after it or, if there is none, the last one before
 * it.
 */
async function pickPackages(tx: CustomerTx, session: Session, amount: number, locationId: number | null): Promise<DrillPackage[]> {
  const since = addMonths(session.now, -MONTHS)
  const span = session.now.getTime() - since.getTime()
  const instants = Array.from({ length: amount * 3 }, () => new Date(since.getTime() + randomInt(span)))
  const places = locationId === null ? placesOf(session, 'tracing:write') : [locationId]
  const drawn = shuffle(await listPackagesAt(tx, instants, places, since)).slice(0, amount)
  if (drawn.length === amount || !drawn.length) return drawn
  const more = await listPackagesBeside(
    tx,
    drawn.map(({ id }) => id),
    amount - drawn.length,
  )
  return [...drawn, ...more]
}

function shuffle<Of>(list: readonly Of[]): Of[] {
  return list
    .map((one) => ({ one, key: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

/** Searches for the packages of a drill, and returns the result with the name of the person who answered. */
export async function readDrillResult(
  tx: CustomerTx,
  session: Pick<Session, 'now' | 'scope'>,
  request: RequestRecord,
): Promise<DrillResult> {
  const ownName = await getCustomerName(tx)
  const { lines, counts, searched } = await traceItems(tx, { ...session, timeZone: request.timeZone }, request, { ownName })
  const answer = (await listAnswers(tx, request.id)).find(({ sentAt }) => sentAt !== null)
  return {
    searched,
    searchedAt: session.now.toISOString(),
    counts,
    lines: lines.map(({ number, asked, result, said, records: [record] }) => ({
      number,
      asked: itemWords(asked),
      found: result === 'found' ? 'Information and statement' : said.join(' '),
      owner: record?.seller?.name ?? '',
    })),
    gaps: answerGaps(lines),
    answeredBy: answer?.madeBy ?? null,
    sha256: answer?.sha256 ?? null,
  }
}

/** Everything in the dated report of a drill. An ended drill has the result that was stored at its end; a running one is searched now. */
export async function readDrillSheet(
  tx: CustomerTx,
  session: Pick<Session, 'now' | 'scope'>,
  requestId: number,
): Promise<DrillSheet | undefined> {
  const request = await findRequest(tx, requestId)
  if (!request?.isDrill) return undefined
  const stored = request.drillResult as DrillResult | null // written by `readDrillResult`
  return { request, result: stored ?? (await readDrillResult(tx, session, request)), customerName: await getCustomerName(tx) }
}

/** Prints the report of a drill. @throws AppError tracing_not_found, pdf_failed. */
export async function printDrill(ctx: Context, session: Session, { requestId }: { requestId: number }) {
  const read = await ctx.inTx('read write', async (tx) => {
    await expectRequest(tx, session, requestId, 'tracing:read')
    const found = await readDrillSheet(tx, session, requestId)
    if (!found) throw new AppError(tracingErrors.tracing_not_found)
    await audit(tx, session, { action: 'tracing.download', subject: 'tracing', subjectId: requestId, detail: { sheet: 'drill' } })
    return found
  })
  const bytes = await printSheet(ctx, session, drillSheet(read, printStamp(ctx, session)))
  return { filename: `drill-${read.request.number}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}

/** Reminds the customer admin if there was no drill for a year. @returns whether an email was queued. */
export async function remindOfDrill(tx: CustomerTx, now: Date): Promise<boolean> {
  const { hasDrill, hasOrders, isReminded } = await readDrillStanding(tx, addMonths(now, -12))
  if (hasDrill || !hasOrders || isReminded) return false
  const admin = (await listAdmins(tx)).find((one) => one.isCustomerAdmin)
  if (!admin) return false
  const actor = { userId: null, now }
  await sendMail(tx, actor, {
    kind: drillMails,
    to: [admin.emailAddress],
    subject: 'Practice a tracing request',
    text: 'The last tracing drill was more than a year ago, or there has been none. Open Tracing Requests in Seriatim and start a drill. It takes a few minutes, and its dated sheet goes into the inspection pack.',
  })
  await audit(tx, actor, { action: 'tracing.drillDue', subject: 'tracing', subjectId: null })
  return true
}
