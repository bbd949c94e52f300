import { parseEpc } from '@seriatim/gs1'
import type { ExceptionEvent, ExceptionMed } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { countNamed, listPartItems, type Unit } from './answer.queries.ts'
import { listDespatchAdvices } from './ask.queries.ts'
import { findTicket, findTicketOrder, listItems, type Ticket } from './exception.queries.ts'
import { insertEntry } from './ticket.queries.ts'
import { setStatus } from './ticket-status.service.ts'

interface Answered {
  documentExceptionId: number
  documentId: number
  filename: string
  now: Date
}

/**
 * A file that came as an answer to a ticket has become an order. A ticket without an order resolves itself where the file is truly what was asked for: it
 * has the same identifier, PO number or despatch advice, or one of the packages. Else the file is named on the ticket, and a person decides.
 */
export async function resolveAnswered(tx: CustomerTx, { documentExceptionId, documentId, filename, now }: Answered): Promise<void> {
  const ticket = await findTicket(tx, documentExceptionId)
  if (!ticket) return
  const isAsked = ticket.orderId !== null || (await answers(tx, ticket, documentId))
  const other = ', but it has none of the packages, the PO number or the shipping notice of this ticket'
  const detail = { what: `${filename} became an order${isAsked ? '' : other}`, href: `/orders/receive/${documentId}` }
  await insertEntry(tx, { documentExceptionId, at: now, userId: null, kind: 'linked', detail })
  if (ticket.orderId !== null || ticket.currentErrorStatus !== 'OPEN' || !isAsked) return
  await setStatus(tx, { userId: null, now }, ticket, { status: 'RESOLVED', notes: `The corrected file ${filename} made the order.` })
}

/** So many packages of a ticket are looked for; one that is there is enough. */
const ASKED = 10_000

async function answers(tx: CustomerTx, ticket: Ticket, documentId: number): Promise<boolean> {
  const order = await findTicketOrder(tx, documentId)
  if (!order) return false
  if (ticket.instanceIdentifier !== null && ticket.instanceIdentifier === order.instanceIdentifier) return true
  if (ticket.poNumber !== null && order.purchaseOrderNumbers.includes(ticket.poNumber)) return true
  const advices = new Set(await advicesOf(tx, ticket))
  if (advices.size > 0 && (await listDespatchAdvices(tx, documentId)).some((number) => advices.has(number))) return true
  return (await countNamed(tx, documentId, await unitsOf(tx, ticket))) > 0
}

async function advicesOf(tx: CustomerTx, { id }: Ticket): Promise<string[]> {
  const events = (await listPartItems(tx, id, 'events')) as ExceptionEvent[] // written by exception.read in this shape
  return events.flatMap(({ bizTransactionList }) =>
    bizTransactionList.filter(({ type }) => type.endsWith('desadv')).map(({ value }) => value.replace(/^.*:/, '')),
  )
}

async function unitsOf(tx: CustomerTx, { id }: Ticket): Promise<Unit[]> {
  const items = await listItems(tx, id, ASKED)
  const meds = (await listPartItems(tx, id, 'meds')) as ExceptionMed[] // likewise
  return [
    ...items.flatMap(({ gtin, serialNumber }) => (gtin && serialNumber ? [{ gtin, serialNumber }] : [])),
    ...meds.flatMap(({ sgtin }) => {
      const epc = parseEpc(sgtin)
      return epc.ok && epc.value.kind === 'sgtin' ? [{ gtin: epc.value.gtin, serialNumber: epc.value.serialNumber }] : []
    }),
  ]
}
