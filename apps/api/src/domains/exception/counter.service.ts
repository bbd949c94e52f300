import type { CounterKind, ExceptionCategory, NewException, PdgKind } from '@seriatim/schema'
import { NO_ERROR_TYPE } from '@seriatim/schema'
import { must, type Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { countItems, insertItems, listItems } from './exception.queries.ts'
import { attachStored, storeSmall } from './note.service.ts'
import {
  findCounterOrder,
  findOpenAtCounter,
  insertEntry,
  insertMissingItems,
  insertStatus,
  insertTicket,
  listProductNames,
  nextTicketNumber,
  updateTicket,
} from './ticket.queries.ts'
import { dueDayOf } from './ticket-import.service.ts'

interface KindWords {
  category: ExceptionCategory
  reportKind: PdgKind | null
  title: (amount: number) => string
}

const packages = (amount: number, are: string, is: string) =>
  amount === 1 ? `1 package ${is}` : `${amount.toLocaleString('en-US')} packages ${are}`

const KINDS: Record<CounterKind, KindWords> = {
  unknownScan: {
    category: 'productNoData',
    reportKind: 'missing_product_data',
    title: (amount) => `${packages(amount, 'were', 'was')} scanned, but in no file`,
  },
  overage: { category: 'productNoData', reportKind: 'overages', title: () => 'More arrived than the file says' },
  shortage: {
    category: 'dataNoProduct',
    reportKind: 'underages',
    title: (amount) => (amount ? `${packages(amount, 'are', 'is')} missing` : 'Less arrived than the file says'),
  },
  damage: { category: 'packaging', reportKind: null, title: () => 'Damaged on arrival' },
  wrongProduct: { category: 'dataNoProduct', reportKind: 'data_misalignment', title: () => 'The wrong product arrived' },
  received: {
    category: 'productNoData',
    reportKind: 'missing_product_data',
    title: (amount) => `${packages(amount, 'were', 'was')} received, but not in the corrected file`,
  },
}

interface AtCounter {
  orderId: number
  kind: CounterKind
  notes?: string | undefined
}

type NewItem = Parameters<typeof insertItems>[2][number]

/** A ticket about an order that arose while it was received. Its due date, owner and number are as everywhere. @throws AppError order_not_found. */
async function openTicket(tx: CustomerTx, session: Session, { orderId, kind, notes }: AtCounter, amount: number) {
  const order = await findCounterOrder(tx, orderId)
  if (!order) throw new AppError('order_not_found')
  const { category, reportKind, title } = KINDS[kind]
  const ticketNumber = await nextTicketNumber(tx)
  const id = await insertTicket(tx, {
    ticketNumber,
    locationId: order.locationId,
    createdById: session.userId,
    createdAt: session.now,
    orderId,
    documentId: null,
    sender: order.senderNames[0] ?? order.senderGln,
    senderGln: order.senderGln,
    recipient: order.receiverName ?? order.receiverGln,
    currentErrorType: NO_ERROR_TYPE,
    currentErrorStatus: 'OPEN',
    instanceIdentifier: order.instanceIdentifier,
    poNumber: order.purchaseOrderNumbers[0] ?? null,
    rejects: 0,
    warnings: 0,
    findings: '[]',
    truncated: '{}',
    amounts: '{}',
    excerpts: '[]',
    title: title(amount),
    category,
    reportKind,
    counterKind: kind,
    dueOn: await dueDayOf(tx, order.locationId, session.now),
  })
  await insertStatus(tx, {
    documentExceptionId: id,
    locationId: order.locationId,
    createdById: session.userId,
    status: 'OPEN',
    notes: null,
    at: session.now,
  })
  const entryId = await insertEntry(tx, {
    documentExceptionId: id,
    at: session.now,
    userId: session.userId,
    kind: 'opened',
    text: notes || null,
    detail: { what: 'opened the ticket at the counter' },
  })
  await audit(tx, session, {
    action: 'exception.create',
    subject: 'exception',
    subjectId: id,
    detail: { ticket: ticketNumber, kind, documentId: orderId, notes: notes ?? null },
  })
  return { id, ticketNumber, entryId }
}

/**
 * A ticket from the receiving screen, with what was scanned and a photo. Unknown scans of one order are one ticket as long as it is open.
 *
 * @throws AppError order_not_found, exception_file_bad
 */
export async function createAtCounter(ctx: Context, session: Session, input: NewException) {
  const { documentId: orderId, kind, notes, photo } = input
  await ctx.inTx('read only', async (tx) => {
    const order = await findCounterOrder(tx, orderId)
    if (!order) throw new AppError('order_not_found')
    must(session, 'exception:write', order.locationId)
  })
  const stored = photo && (await storeSmall(ctx, session, photo))
  return ctx.inTx('read write', async (tx) => {
    const items = await namedItems(tx, input.items)
    const known = kind === 'unknownScan' ? await findOpenAtCounter(tx, orderId, kind) : undefined
    const ticket = known ? await addTo(tx, session, known, { items, notes }) : await begin(tx, session, { orderId, kind, notes }, items)
    if (stored) await attachStored(tx, session, { documentExceptionId: ticket.id, entryId: ticket.entryId }, stored)
    return { documentExceptionId: ticket.id, ticketNumber: ticket.ticketNumber }
  })
}

async function begin(tx: CustomerTx, session: Session, at: AtCounter, items: readonly NewItem[]) {
  const ticket = await openTicket(tx, session, at, items.length)
  if (items.length) await insertItems(tx, ticket.id, items)
  else if (at.kind === 'shortage') await nameMissing(tx, ticket.id, at.orderId)
  return ticket
}

/** The packages of an order that nobody received, as many as a ticket names. */
async function nameMissing(tx: CustomerTx, id: number, orderId: number): Promise<void> {
  await insertMissingItems(tx, id, orderId)
  await updateTicket(tx, id, { title: KINDS.shortage.title(await countItems(tx, id)) })
}

async function addTo(
  tx: CustomerTx,
  session: Session,
  known: { id: number; ticketNumber: number },
  { items, notes }: { items: readonly NewItem[]; notes: string | undefined },
) {
  const had = await listItems(tx, known.id, 10_000)
  const key = ({ gtin, serialNumber, sscc }: Pick<NewItem, 'gtin' | 'serialNumber' | 'sscc'>) => `${gtin} ${serialNumber} ${sscc}`
  const keys = new Set(had.map(key))
  const more = items.filter((item) => !keys.has(key(item)))
  await insertItems(tx, known.id, more, had.length)
  await updateTicket(tx, known.id, { title: KINDS.unknownScan.title(had.length + more.length) })
  const what = `added ${more.length === 1 ? 'one more package' : `${more.length} more packages`}`
  const entryId = await insertEntry(tx, {
    documentExceptionId: known.id,
    at: session.now,
    userId: session.userId,
    kind: 'photo',
    text: notes || null,
    detail: { what },
  })
  const detail = { ticket: known.ticketNumber, added: more.length, notes: notes ?? null }
  await audit(tx, session, { action: 'exception.create', subject: 'exception', subjectId: known.id, detail })
  return { ...known, entryId }
}

async function namedItems(tx: CustomerTx, items: NewException['items']): Promise<NewItem[]> {
  const names = await listProductNames(tx, [...new Set(items.flatMap(({ gtin }) => gtin ?? []))])
  return items.map(({ gtin, serialNumber, sscc, lotNumber, expirationDate }) => ({
    gtin: gtin || null,
    serialNumber: serialNumber || null,
    sscc: sscc || null,
    lotNumber: lotNumber || null,
    expirationDate: expirationDate || null,
    productName: (gtin && names.get(gtin)) || null,
  }))
}

/** An order that is closed short has a ticket that says what is missing. */
export async function openShortage(
  tx: CustomerTx,
  session: Session,
  { orderId, reason }: { orderId: number; reason: string },
): Promise<void> {
  if (await findOpenAtCounter(tx, orderId, 'shortage')) return
  await begin(tx, session, { orderId, kind: 'shortage', notes: reason }, [])
}
