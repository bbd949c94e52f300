import type { NewException } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { answerByTicket } from '../../order/stop/scan-stop.service.ts'
import { insertItems, listItems } from '../exception.queries.ts'
import { insertEntry, updateTicket } from '../ticket/ticket.joins.ts'
import { findCounterOrder, findOpenAtCounter, listProductNames, lockCounterOrder } from '../ticket/ticket.queries.ts'
import { attachUploadedFile } from '../ticket/ticket-file.service.ts'
import { KINDS, type NewItem, openCounterTicket, replaceMissingItems } from './open-ticket.service.ts'
import { listRecorded } from './recorded.queries.ts'

/**
 * Opens a ticket from the receiving screen, with what was scanned and a photo. Unknown scans of one order share one ticket while it is open.
 *
 * @throws AppError order_not_found, upload_not_found
 */
export async function createAtCounter(ctx: Context, session: Session, input: NewException) {
  const { documentId: orderId, kind, notes, photo } = input
  await ctx.inTx('read only', async (tx) => {
    const order = await findCounterOrder(tx, orderId)
    if (!order) throw new AppError(coreErrors.order_not_found)
    must(session, 'exception:write', order.locationId)
  })
  return ctx.inTx('read write', async (tx) => {
    // Of two simultaneous calls, the second waits here for the order's lock. If both are about unknown scans, the second is then added to the ticket
    // that the first has opened.
    await lockCounterOrder(tx, orderId)
    const items = await namedItems(tx, input)
    const known = kind === 'unknownScan' ? await findOpenAtCounter(tx, orderId, kind) : undefined
    const ticket = known
      ? await addTo(tx, session, known, { items, notes, hasPhoto: photo !== undefined })
      : await openCounterTicket(tx, session, { orderId, kind, notes }, items, input.allMissing)
    const serialNumbers = items.flatMap(({ serialNumber, sscc }) => serialNumber ?? sscc ?? [])
    await answerByTicket(tx, session, { orderId, documentExceptionId: ticket.id, serialNumbers })
    if (photo) await attachUploadedFile(tx, session, ctx, { documentExceptionId: ticket.id, entryId: ticket.entryId }, photo)
    if (!known) await tx.listeners.counterTicketOpened(tx, { documentExceptionId: ticket.id, orderId, now: session.now })
    return { documentExceptionId: ticket.id, ticketNumber: ticket.ticketNumber }
  })
}

async function addTo(
  tx: CustomerTx,
  session: Session,
  known: { id: number; ticketNumber: number },
  { items, notes, hasPhoto }: { items: readonly NewItem[]; notes: string | undefined; hasPhoto: boolean },
) {
  const had = await listItems(tx, known.id, 10_000)
  const keys = new Set(had.map(unitKey))
  const more = items.filter((item) => !keys.has(unitKey(item)))
  await insertItems(tx, known.id, more, had.length)
  await updateTicket(tx, known.id, { title: KINDS.unknownScan.title(had.length + more.length) })
  const packages = more.length === 1 ? 'one more package' : `${more.length} more packages`
  const parts = [...(more.length > 0 || !hasPhoto ? [packages] : []), ...(hasPhoto ? ['a photo'] : [])]
  const what = more.length === 0 && !hasPhoto ? 'scanned it again' : `added ${parts.join(' and ')}`
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

type Named = Pick<NewItem, 'gtin' | 'serialNumber' | 'sscc'>
const unitKey = ({ gtin, serialNumber, sscc }: Named) => `${gtin} ${serialNumber} ${sscc}`

/**
 * Lists each scanned package once, with the data from its label. Missing data is filled in from the order's file; but if the ticket reports a wrong
 * product, the file's lot and expiry are not used.
 */
async function namedItems(tx: CustomerTx, { documentId, kind, items: scanned }: NewException): Promise<NewItem[]> {
  const plain = scanned.map((item) => ({ gtin: item.gtin || null, serialNumber: item.serialNumber || null, sscc: item.sscc || null }))
  const recorded = await listRecorded(tx, documentId, plain)
  const names = await listProductNames(tx, [...new Set(plain.flatMap(({ gtin }) => gtin ?? []))])
  const items = scanned.map(({ lotNumber, expirationDate }, at) => {
    const { gtin = null, serialNumber = null, sscc = null } = plain[at] ?? {}
    const record = recorded.get(at)
    const known = kind === 'wrongProduct' ? undefined : record
    return {
      gtin: gtin ?? record?.gtin ?? null,
      serialNumber,
      sscc,
      lotNumber: lotNumber || (known?.lotNumber ?? null),
      expirationDate: expirationDate || (known?.expirationDate ?? null),
      productName: record?.productName ?? (gtin === null ? undefined : names.get(gtin)) ?? null,
    }
  })
  return [...new Map(items.map((item) => [unitKey(item), item])).values()]
}

/** Opens or updates the ticket of an order that is closed short, with the missing packages and the reason for closing. */
export async function openShortage(
  tx: CustomerTx,
  session: Session,
  { orderId, reason }: { orderId: number; reason: string },
): Promise<void> {
  const known = await findOpenAtCounter(tx, orderId, 'shortage')
  if (!known) {
    await openCounterTicket(tx, session, { orderId, kind: 'shortage', notes: reason }, [], true)
    return
  }
  const title = await replaceMissingItems(tx, known.id, orderId)
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
