import type { TestCustomer } from '../make.ts'

export interface PlantedTicket {
  kind: 'unknownScan' | 'overage' | 'wrongProduct' | 'shortage' | 'damage' | null
  /** For a ticket about a file: the number of errors in the file; 1 by default. */
  rejects?: number
  isWrongGln?: boolean
  status?: 'OPEN' | 'RESOLVED' | 'CLOSED'
  reason?: 'accepted' | 'withdrawn'
  createdAt: string
  settledAt?: string
  /** GTINs of the ticket's packages. */
  items?: string[]
}

export interface PlantedOrder {
  at: string
  sender: string
  locationId?: number
  /** Number of units by GTIN. */
  products: Record<string, number>
  hasStatement?: boolean
  guideline?: string | null
  received?: number
  firstScanAt?: string
  closedAt?: string
  voidedAt?: string
  /** Index, in the list of planted orders, of the earlier order that this one replaces. */
  replaces?: number
  /** How the file arrived a second time; absent if it did not. */
  againBy?: 'web' | 'mail'
  tickets?: PlantedTicket[]
  /** GTINs of the packages whose labels differ from the file, one entry per package. */
  labels?: string[]
  /** Whether the file produced no order. */
  isFailed?: boolean
}

interface Planted {
  ids: number[]
}

/**
 * Inserts rows directly, with the content that imports and people's actions would leave, because going through the product would take minutes for a
 * year of orders.
 */
export async function plantOrders({ t, ...customer }: TestCustomer, orders: readonly PlantedOrder[]): Promise<Planted> {
  const ids: number[] = []
  const owner = customer.customerId
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const names = Object.keys({ customer_id: owner, ...values })
    const text = `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`
    const [row] = await t.query<{ id: number | string }>(text, Object.values({ customer_id: owner, ...values }))
    return Number(row?.id ?? 0)
  }
  const replace = (oldId: number, newId: number) =>
    t.query('update "order" set voided_at = time_stamp, replaced_by_id = $2 where id = $1', [oldId, newId])
  for (const order of orders) {
    const locationId = order.locationId ?? customer.main.id
    const id = await insert('epcis_document', {
      location_id: order.isFailed ? (order.locationId ?? null) : locationId,
      sha256: `${owner}-${ids.length}`,
      size: 1,
      filename: `file-${ids.length}.xml`,
      content_type: 'application/xml',
      time_stamp: order.at,
      sender_gln: order.sender || null,
      transaction_statement: order.hasStatement ?? true,
      guideline_version: order.guideline === undefined ? 'GS1 US DSCSA R1.3' : order.guideline,
    })
    ids.push(id)
    if (!order.isFailed) await plantGoods(order, { id, locationId, userId: customer.staff.userId, insert, replace, ids })
    for (const ticket of order.tickets ?? []) await plantTicket(ticket, order, { id, locationId, insert })
    const file = { filename: 'f', content_type: 'application/xml', size: 1, sha256: 'x', created_by_id: customer.staff.userId }
    const upload = { ...file, facts: '{}', document_id: id, created_at: order.at }
    await insert('upload', {
      ...upload,
      ...(order.isFailed ? { status: 'exception', kind: 'noSerials' } : { status: 'imported', kind: 'made' }),
    })
    if (order.againBy) {
      const uploadId = await insert('upload', { ...upload, status: 'duplicate', kind: 'sentBefore' })
      const arrival = { from_name: 'F', received_at: order.at, taken_for: 'epcis', upload_id: uploadId, last_at: order.at }
      await insert('inbound_message', { ...file, door: order.againBy, ...arrival })
    }
  }
  return { ids }
}

interface Goods {
  id: number
  locationId: number
  userId: number
  insert: Insert
  replace: (oldId: number, newId: number) => Promise<unknown>
  ids: readonly number[]
}

type Insert = (table: string, values: Record<string, unknown>) => Promise<number>

async function plantGoods(order: PlantedOrder, { id, locationId, userId, insert, replace, ids }: Goods) {
  const units = Object.values(order.products).reduce((sum, amount) => sum + amount, 0)
  await insert('"order"', {
    id,
    location_id: locationId,
    sender_names: ['Sender'],
    purchase_order_numbers: [`PO-${id}`],
    placed_by: 'Sender',
    time_stamp: order.at,
    amount_of_meds: units,
    amount_received: order.received ?? 0,
    closed_at: order.closedAt ?? null,
    voided_at: order.voidedAt ?? null,
  })
  for (const [gtin, amount] of Object.entries(order.products))
    await insert('stock_lot', {
      location_id: locationId,
      document_id: id,
      gtin,
      lot_number: 'L',
      amount,
      sent_at: order.at,
      is_matched: true,
    })
  if (order.firstScanAt) {
    const receipt = {
      document_id: id,
      location_id: locationId,
      user_id: userId,
      at: order.firstScanAt,
      how: 'scan',
      amount: 1,
      lines: '{[1,2)}',
    }
    const receiptId = await insert('receipt', receipt)
    for (const [index, gtin] of (order.labels ?? []).entries()) {
      const med = {
        location_id: locationId,
        gtin,
        serial_number: `S${id}-${index}`,
        is_epcis_generated: true,
        created_at: order.at,
        dated_at: order.at,
      }
      const medId = await insert('med', med)
      const line = { document_id: id, line: index + 1, last_line: index + 1, location_id: locationId, med_id: medId }
      await insert('document_med', { ...line, is_package: false, is_shipped: true, meds: 1, children: 0, receipt_id: receiptId })
      await insert('receipt_label', { receipt_id: receiptId, line: index + 1, location_id: locationId, serial_number: med.serial_number })
    }
  }
  const replaced = order.replaces === undefined ? undefined : ids[order.replaces]
  if (replaced !== undefined) await replace(replaced, id)
}

async function plantTicket(
  ticket: PlantedTicket,
  order: PlantedOrder,
  { id, locationId, insert }: { id: number; locationId: number; insert: Insert },
) {
  const { kind, status = 'OPEN', isWrongGln = false } = ticket
  const finding = { type: 'HeaderReceiverSglnError', severity: 'reject' }
  const ticketId = await insert('document_exception', {
    ticket_number: id * 100 + (order.tickets ?? []).indexOf(ticket),
    location_id: locationId,
    document_id: kind === null ? id : null,
    order_id: order.isFailed ? null : id,
    current_error_type: isWrongGln ? finding.type : kind === null ? 'EventListReadPointError' : 'None',
    current_error_status: status,
    rejects: kind === null ? (ticket.rejects ?? 1) : 0,
    warnings: 0,
    findings: JSON.stringify(isWrongGln ? [finding] : []),
    created_at: ticket.createdAt,
    settled_at: ticket.settledAt ?? null,
    counter_kind: kind,
    sender_gln: order.sender || null,
  })
  const statuses = [['OPEN', null, ticket.createdAt], ...(status === 'OPEN' ? [] : [[status, ticket.reason ?? null, ticket.settledAt]])]
  for (const [to, reason, at] of statuses)
    await insert('document_exception_status', { location_id: locationId, document_exception_id: ticketId, status: to, reason, at })
  for (const [n, gtin] of (ticket.items ?? []).entries())
    await insert('document_exception_item', { document_exception_id: ticketId, n, gtin, serial_number: `T${ticketId}-${n}` })
}
