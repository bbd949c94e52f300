import type { NewException } from '@seriatim/schema'
import { must, type Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { insertItems, listItems } from './exception.queries.ts'
import { attachStored, storeSmall } from './note.service.ts'
import { begin, KINDS, type NewItem, nameMissing } from './open-ticket.service.ts'
import { linkEarlier } from './recognize.service.ts'
import { findCounterOrder, findOpenAtCounter, insertEntry, listProductNames, lockCounterOrder, updateTicket } from './ticket.queries.ts'

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
    const known = kind === 'unknownScan' ? await lockOpenScans(tx, orderId) : undefined
    const ticket = known ? await addTo(tx, session, known, { items, notes }) : await begin(tx, session, { orderId, kind, notes }, items)
    if (stored) await attachStored(tx, session, { documentExceptionId: ticket.id, entryId: ticket.entryId }, stored)
    if (!known) await linkEarlier(tx, { documentExceptionId: ticket.id, orderId, now: session.now })
    return { documentExceptionId: ticket.id, ticketNumber: ticket.ticketNumber }
  })
}

/** The open ticket of an order's unknown scans. Who scans one at the same moment waits for the order, and then finds the ticket of the first. */
async function lockOpenScans(tx: CustomerTx, orderId: number) {
  await lockCounterOrder(tx, orderId)
  return findOpenAtCounter(tx, orderId, 'unknownScan')
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

/** An order that is closed short has a ticket that says what is missing, and why it was closed; one that is open already is brought up to date. */
export async function openShortage(
  tx: CustomerTx,
  session: Session,
  { orderId, reason }: { orderId: number; reason: string },
): Promise<void> {
  const known = await findOpenAtCounter(tx, orderId, 'shortage')
  if (!known) {
    await begin(tx, session, { orderId, kind: 'shortage', notes: reason }, [])
    return
  }
  const title = await nameMissing(tx, known.id, orderId)
  const what = `closed the order short: ${title}`
  await insertEntry(tx, {
    documentExceptionId: known.id,
    at: session.now,
    userId: session.userId,
    kind: 'linked',
    text: reason,
    detail: { what },
  })
  const detail = { ticket: known.ticketNumber, documentId: orderId, missing: title, notes: reason }
  await audit(tx, session, { action: 'exception.create', subject: 'exception', subjectId: known.id, detail })
}
