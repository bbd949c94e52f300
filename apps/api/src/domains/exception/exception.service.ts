import {
  type ExceptionDetail,
  type ExceptionDetails,
  type ExceptionFilters,
  type ExceptionRow,
  type ExceptionTotals,
  type ExceptionUnit,
  exceptionExcerpt,
  exceptionHeader,
  type Page,
} from '@seriatim/schema'
import { z } from 'zod'
import { may, mustOrOwn, type Session } from '../../call/access/access.ts'
import { endOfDay, startOfDay, toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { type DateKey, isDateKey, pageOf, readCursor } from '../../core/page.ts'
import { readInOneQuery, readPrepared, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { selectPending, selectPendingLines } from '../hold/data-pending.joins.ts'
import { selectHeldLines } from '../hold/hold.joins.ts'
import { listUnitsOfEvents } from './ask/ask.queries.ts'
import { selectSenderPartner } from './ask/partner-contact.queries.ts'
import { affectedUnits } from './counter/pending-reach.ts'
import { exceptionErrors } from './exception.facts.ts'
import {
  countOpenTickets,
  findPart,
  listTickets,
  listTouched,
  type Search,
  selectFirstParts,
  selectItemCount,
  selectItems,
  selectMine,
  selectOpenBySender,
  selectTicketCounts,
  selectTicketUpload,
  type TicketRow,
} from './exception.queries.ts'
import { groupTicketFindings, type StoredFinding, type TicketFindings } from './exception.rules.ts'
import { describeActivity, selectTicketActivity } from './ticket/activity.service.ts'
import { businessDaysBetween } from './ticket/business-days.rules.ts'
import { selectCorrections } from './ticket/corrections.joins.ts'
import { selectFollowers } from './ticket/exception-people.queries.ts'
import { findTicket, selectTicketOrder, type Ticket } from './ticket/ticket-read.joins.ts'

function makeSearch(session: Session, { startDate, endDate, ...filters }: Omit<ExceptionFilters, 'limit' | 'cursor'>): Search {
  const { userId, timeZone, now } = session
  return {
    ...filters,
    from: startDate ? startOfDay(startDate, timeZone) : undefined,
    until: endDate ? endOfDay(endDate, timeZone) : undefined,
    userId,
    today: toDay(now, timeZone),
  }
}

export async function searchTickets(
  tx: CustomerTx,
  session: Session,
  { limit, cursor, ...filters }: ExceptionFilters,
): Promise<Page<ExceptionRow>> {
  const rows = await listTickets(tx, makeSearch(session, filters), limit, readCursor(cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, limit, (row): DateKey => [row.createdAt.toISOString(), row.id])
  return { items: items.map((row) => toExceptionRow(session, row)), nextCursor }
}

/**
 * Reads the figures above the list: how many tickets match the search, how many open and overdue tickets the caller has, and the senders of all open
 * tickets.
 */
export async function readTicketTotals(tx: CustomerTx, session: Session, filters: ExceptionFilters): Promise<ExceptionTotals> {
  const search = makeSearch(session, filters)
  const { found, mine, partners } = await readInOneQuery(tx, {
    found: selectTicketCounts(tx, search),
    mine: selectMine(tx, session.userId, search.today),
    partners: selectOpenBySender(),
  })
  return { all: 0, open: 0, mine: 0, overdue: 0, ...found[0], ...mine[0], partners }
}

export async function readCount(tx: CustomerTx): Promise<{ count: number }> {
  return { count: await countOpenTickets(tx) }
}

function toExceptionRow(session: Session, row: TicketRow): ExceptionRow {
  const isOpen = row.currentErrorStatus === 'OPEN'
  const dueOn = isOpen ? row.dueOn : null
  return {
    id: row.id,
    ticketNumber: row.ticketNumber,
    sender: row.sender,
    recipient: row.recipient,
    currentErrorType: row.currentErrorType,
    currentErrorStatus: row.currentErrorStatus,
    instanceIdentifier: row.instanceIdentifier,
    poNumber: row.poNumber,
    dateCreated: row.createdAt.toISOString(),
    title: row.title || row.currentErrorType,
    otherTypes: row.otherTypes,
    category: row.category,
    reportKind: row.reportKind,
    counterKind: row.counterKind,
    owner: row.ownerId === null ? null : { id: row.ownerId, firstName: row.ownerFirstName ?? '', lastName: row.ownerLastName ?? '' },
    dueOn,
    daysLeft: dueOn === null ? null : businessDaysBetween(toDay(session.now, session.timeZone), dueOn),
    askedAt: row.askedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }
}

/** @throws AppError exception_not_found, also if the caller has no access to the ticket's location. */
export async function readVisibleTicket(tx: CustomerTx, session: Session, documentExceptionId: number): Promise<Ticket> {
  const ticket = await findTicket(tx, documentExceptionId)
  if (!ticket) throw new AppError(exceptionErrors.exception_not_found)
  mustOrOwn(session, 'exception:read', ownedBy(ticket))
  return ticket
}

/** A ticket without a location belongs to the person who uploaded its file. */
export const ownedBy = ({ locationId, createdById }: { locationId: number | null; createdById: number | null }) => ({
  ownerId: locationId === null ? createdById : null,
  locationId,
})

const ITEMS_SHOWN = 100

const counts = z.record(z.string(), z.number())
const excerpts = z.array(exceptionExcerpt)

/** @throws AppError exception_not_found */
export async function readTicket(tx: CustomerTx, session: Session, documentExceptionId: number): Promise<ExceptionDetail> {
  const ticket = await readVisibleTicket(tx, session, documentExceptionId)
  const findings = ticket.findings as StoredFinding[] // the import wrote this column in this shape
  const groups = groupTicketFindings(findings, excerpts.parse(ticket.excerpts))
  const found = await readPrepared(tx, {
    items: selectItems(tx, ticket.id, ITEMS_SHOWN),
    itemCount: selectItemCount(tx, ticket.id),
    parts: selectFirstParts(tx, ticket.id),
    followers: selectFollowers(ticket.id),
    orders: selectTicketOrder(tx, ticket.orderId),
    uploads: selectTicketUpload(tx, ticket.documentId),
    partners: selectSenderPartner(ticket.senderGln, ticket.locationId),
    corrections: selectCorrections(tx, { orderId: ticket.orderId, documentExceptionId: ticket.id }),
    pending: selectPending(ticket.id),
    ...selectTicketActivity(tx, ticket.id),
  })
  const { items, followers, files, parts } = found
  const [[order], [upload], [partner]] = [found.orders, found.uploads, found.partners]
  const mayHold = ticket.currentErrorStatus === 'OPEN' && order !== undefined && order.voidedAt === null
  const held = found.pending[0]?.amount ?? 0
  const reach = mayHold && held === 0 ? await affectedUnits(tx, ticket, order.id) : null
  return {
    ...toExceptionRow(session, ticket),
    isRead: ticket.documentId === null || ticket.readAt !== null,
    details: describeDetails(ticket, findings, parts),
    rejects: ticket.rejects,
    warnings: ticket.warnings,
    truncated: Object.values(counts.parse(ticket.truncated)).reduce((sum, more) => sum + more, 0),
    findings: await withTouched(tx, ticket, groups),
    items,
    amountOfItems: found.itemCount[0]?.amount ?? 0,
    locationName: ticket.locationName,
    partner: partner ? { id: partner.id, name: partner.name } : null,
    documentId: ticket.documentId,
    documentName: ticket.documentName,
    dropShipment: ticket.dropShipment,
    guidelineFacts: (ticket.guidelineFacts ?? []) as ExceptionDetail['guidelineFacts'], // the import wrote this column in this shape
    order: order
      ? {
          documentId: order.id,
          amountOfMeds: order.amountOfMeds,
          amountNotReceived: order.amountOfMeds - order.amountReceived,
          isVoided: order.voidedAt !== null,
          purchaseOrderNumbers: order.purchaseOrderNumbers,
        }
      : null,
    uploadId: upload?.id ?? null,
    mayRetry: upload?.status === 'exception' && ticket.orderId === null,
    held,
    mayHold,
    toHold: reach && { meds: reach.meds, isWhole: reach.isWhole },
    mayRelease: may(session, 'hold:release', ticket.locationId),
    reportable: await collectReportable(tx, ticket, groups, items),
    corrections: withInstants(found.corrections, 'foundAt').map(({ id, state, filename, foundAt }) => ({
      id,
      state,
      filename,
      at: foundAt.toISOString(),
    })),
    activity: describeActivity(found),
    followers: followers.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    isFollowing: followers.some(({ id }) => id === session.userId),
    files: files.map(({ id, filename, contentType, size }) => ({ id, filename, contentType, size })),
  }
}

/** Maximum number of packages that are copied from a ticket to the incident made from it. */
const REPORTED = 20

/**
 * The ticket's packages that a Form 3911 can report. The form covers one product, so these are the first packages with the same product as the
 * ticket's first package.
 */
async function collectReportable(
  tx: CustomerTx,
  { orderId }: Ticket,
  groups: readonly TicketFindings[],
  items: readonly ExceptionUnit[],
): Promise<ExceptionDetail['reportable']> {
  const events = groups.flatMap((group) => group.events)
  const all = items.length || orderId === null ? items : await listUnitsOfEvents(tx, orderId, events, ITEMS_SHOWN)
  const named = all.filter(({ serialNumber }) => serialNumber)
  const same = named.filter(({ gtin }) => gtin === named[0]?.gtin)
  return {
    units: same.slice(0, REPORTED),
    hasMore: same.length > REPORTED || all.length >= ITEMS_SHOWN,
    hasOthers: same.length < named.length,
  }
}

const SECTION_OF: Record<string, keyof ExceptionDetails> = {
  File: 'file',
  Header: 'header',
  Events: 'events',
  'Location Vocabulary': 'locationVocabulary',
  Meds: 'meds',
  'Med Vocabulary': 'medVocabulary',
}

/** Builds the documented details: for each section, its errors and the first of its items. */
function describeDetails(
  ticket: Ticket,
  findings: readonly StoredFinding[],
  parts: readonly { section: string; items: unknown }[],
): ExceptionDetails {
  const collectErrors = (section: keyof ExceptionDetails) =>
    findings.filter((finding) => SECTION_OF[finding.section] === section).map(({ type, message }) => ({ name: type, description: message }))
  if (ticket.documentId === null) return {}
  const first = new Map(parts.map(({ section, items }) => [section, items]))
  const amounts = counts.parse(ticket.amounts)
  const part = (section: 'events' | 'locationVocabulary' | 'meds' | 'medVocabulary') => ({
    errors: collectErrors(section),
    items: (first.get(section) ?? []) as never[], // the import wrote these items in the shape of their section
    amount: amounts[section] ?? 0,
  })
  const file = collectErrors('file')
  return {
    ...(file.length ? { file: { errors: file } } : {}),
    header: { errors: collectErrors('header'), data: exceptionHeader.nullable().parse(ticket.header) },
    events: part('events'),
    locationVocabulary: part('locationVocabulary'),
    meds: part('meds'),
    medVocabulary: part('medVocabulary'),
  }
}

async function withTouched(tx: CustomerTx, ticket: Ticket, groups: readonly TicketFindings[]): Promise<ExceptionDetail['findings']> {
  const of = groups.map(({ events }, group) => ({ group, events }))
  if (ticket.orderId === null) return groups.map(({ events: _, entries: __, ...group }) => ({ ...group, touches: null }))
  const touched = await listTouched(tx, ticket.orderId, of, {
    held: selectHeldLines(ticket.orderId),
    pending: selectPendingLines(ticket.orderId),
  })
  return groups.map(({ events: _, entries: __, ...group }, at) => ({ ...group, touches: touched.get(at) ?? null }))
}

/** Reads one more page of a section. @throws AppError exception_not_found */
export async function readItems(
  tx: CustomerTx,
  session: Session,
  {
    documentExceptionId,
    section,
    page,
  }: { documentExceptionId: number; section: 'events' | 'locationVocabulary' | 'meds' | 'medVocabulary'; page: number },
) {
  await readVisibleTicket(tx, session, documentExceptionId)
  const part = await findPart(tx, documentExceptionId, { section, page })
  return { [section]: part?.items ?? [] }
}
