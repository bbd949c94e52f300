import { EMPTY_TALLY, type ScorecardTally } from '@seriatim/schema'
import type { TestCustomer } from '../make.ts'

type Row = Record<string, unknown> & { id: number }
const KINDS = ['unknownScan', 'overage', 'wrongProduct', 'shortage']

/**
 * Counts a customer's tallies by reading every row and looping: slow, and independent of the product's queries. Returns, for each month, the tallies
 * by `location sender gtin`.
 */
export async function countNaively({ t, customerId }: TestCustomer): Promise<Record<string, ScorecardTally>> {
  const all = async (table: string) => {
    const rows = await t.query<Row>(`select * from ${table} where customer_id = $1`, [customerId])
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toNumber(value)])) as Row)
  }
  const [locations, documents, orders, lots, receipts, labels, docMeds, meds] = await Promise.all(
    ['location', 'epcis_document', '"order"', 'stock_lot', 'receipt', 'receipt_label', 'document_med', 'med'].map(all),
  )
  const [tickets, statuses, items, uploads, messages] = await Promise.all(
    ['document_exception', 'document_exception_status', 'document_exception_item', 'upload', 'inbound_message'].map(all),
  )
  const result: Record<string, ScorecardTally> = {}
  const zone = (id: unknown) => String(one(locations, (row) => row.id === id)?.time_zone ?? one(locations, () => true)?.time_zone)
  const add = (at: Date, locationId: unknown, sender: unknown, gtin: string, more: Partial<ScorecardTally>) => {
    const month = new Intl.DateTimeFormat('en-CA', { timeZone: zone(locationId), year: 'numeric', month: '2-digit' }).format(at)
    const key = `${month} ${locationId} ${sender ?? ''} ${gtin}`
    result[key] = combine(result[key] ?? EMPTY_TALLY, more)
  }
  const faultsOf = (members: readonly unknown[]) =>
    (tickets ?? []).filter((ticket) => {
      if (!members.includes(ticket.document_id) && !members.includes(ticket.order_id)) return false
      const last = (statuses ?? []).filter((row) => row.document_exception_id === ticket.id).at(-1)
      if (ticket.current_error_status === 'CLOSED' && last?.reason === 'withdrawn') return false
      return ticket.counter_kind === null ? Number(ticket.rejects) > 0 : KINDS.includes(String(ticket.counter_kind))
    })
  const ofTickets = (faults: readonly Row[]) => ({
    openTickets: faults.filter((row) => row.current_error_status === 'OPEN').length,
    fixMinutes: faults.filter((row) => row.current_error_status === 'RESOLVED').map((row) => minutes(row.created_at, row.settled_at)),
  })
  const isWrong = (faults: readonly Row[]) => faults.some((row) => row.current_error_type === 'HeaderReceiverSglnError')
  for (const order of orders ?? []) {
    if (order.voided_at !== null) continue
    const members = [order.id]
    for (const member of members) for (const row of orders ?? []) if (row.replaced_by_id === member) members.push(row.id)
    const chain = (orders ?? []).filter((row) => members.includes(row.id))
    const firstAt = chain.map((row) => row.time_stamp as Date).reduce((a, b) => (a < b ? a : b))
    const document = one(documents, (row) => row.id === order.id)
    const faults = faultsOf(members)
    const named = faults.filter((row) => row.counter_kind !== null)
    const itemsOf = (isMissing: boolean, gtin: string | null) =>
      named
        .filter((row) => (row.counter_kind === 'shortage') === isMissing)
        .flatMap((row) => (items ?? []).filter((item) => item.document_exception_id === row.id && (gtin === null || item.gtin === gtin)))
        .length
    const scans = (receipts ?? []).filter((row) => members.includes(Number(row.document_id))).map((row) => row.at as Date)
    const early = (tickets ?? [])
      .filter((row) => row.counter_kind === 'unknownScan')
      .flatMap((row) =>
        (items ?? []).some((item) => item.document_exception_id === row.id && isListed(item)) ? [row.created_at as Date] : [],
      )
    function isListed(item: Row) {
      return (docMeds ?? []).some(
        (line) =>
          members.includes(Number(line.document_id)) && one(meds, (med) => med.id === line.med_id)?.serial_number === item.serial_number,
      )
    }
    const firstScan = [...scans, ...early].sort((a, b) => a.getTime() - b.getTime())[0]
    const labelsOf = (gtin: string | null) =>
      (labels ?? []).filter((label) => {
        const receipt = one(receipts, (row) => row.id === label.receipt_id)
        const line = one(docMeds, (row) => row.document_id === receipt?.document_id && row.line === label.line)
        return (
          members.includes(Number(receipt?.document_id)) && (gtin === null || one(meds, (row) => row.id === line?.med_id)?.gtin === gtin)
        )
      }).length
    const isResent =
      members.length > 1 ||
      (uploads ?? []).some(
        (row) =>
          members.includes(Number(row.document_id)) &&
          row.kind === 'sentBefore' &&
          (messages ?? []).some((m) => m.upload_id === row.id && m.door !== 'web'),
      )
    const units = Number(order.amount_of_meds)
    const isFinished = order.closed_at !== null || Number(order.amount_received) >= units
    const ownLots = (lots ?? []).filter((row) => row.document_id === order.id)
    const gtins = new Set([
      ...ownLots.map((row) => String(row.gtin)),
      ...named.flatMap((row) => (items ?? []).filter((i) => i.document_exception_id === row.id)).map((row) => String(row.gtin)),
    ])
    for (const gtin of [null, ...gtins]) {
      const own = gtin === null ? units : ownLots.filter((row) => row.gtin === gtin).reduce((sum, row) => sum + Number(row.amount), 0)
      add(firstAt, order.location_id, document?.sender_gln, gtin ?? '', {
        orders: 1,
        units: own,
        right: Number(faults.length === 0 && !isResent && labelsOf(null) === 0),
        stated: Number(document?.transaction_statement),
        minutes: firstScan ? [minutes(firstAt, firstScan)] : [],
        finishedOrders: Number(isFinished),
        finishedUnits: isFinished ? own : 0,
        missing: isFinished ? itemsOf(true, gtin) : 0,
        unexpected: isFinished ? itemsOf(false, gtin) : 0,
        receivedOrders: Number(Number(order.amount_received) > 0),
        receivedUnits: gtin === null ? Number(order.amount_received) : Math.round((Number(order.amount_received) * own) / units),
        labelDifferences: labelsOf(gtin),
        ...ofTickets(faults),
        resent: Number(isResent),
        wrongGln: Number(isWrong(faults)),
        releases: { [String(document?.guideline_version ?? 'none').replace('GS1 US DSCSA R', '')]: 1 },
        lots: ownLots.filter((row) => gtin === null || row.gtin === gtin).length,
      })
    }
  }
  for (const document of documents ?? []) {
    if ((orders ?? []).some((row) => row.id === document.id)) continue
    const faults = faultsOf([document.id])
    const more = { failedFiles: 1, wrongGln: Number(isWrong(faults)), ...ofTickets(faults) }
    add(document.time_stamp as Date, document.location_id, document.sender_gln, '', more)
  }
  return result
}

const toNumber = (value: unknown) => (typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value)
const one = (rows: readonly Row[] | undefined, is: (row: Row) => boolean) => rows?.find(is)
const minutes = (from: unknown, to: unknown) => Math.round(((to as Date).getTime() - (from as Date).getTime()) / 60_000)

function combine(known: Readonly<ScorecardTally>, more: Partial<ScorecardTally>): ScorecardTally {
  const both = Object.entries({ ...EMPTY_TALLY, ...more }).map(([key, value]) => {
    const before = known[key as keyof ScorecardTally]
    if (typeof value === 'number') return [key, value + Number(before)]
    if (Array.isArray(value)) return [key, [...(before as number[]), ...value].sort((a, b) => a - b)]
    const counts = { ...(before as Record<string, number>) }
    for (const [name, amount] of Object.entries(value)) counts[name] = (counts[name] ?? 0) + Number(amount)
    return [key, counts]
  })
  return Object.fromEntries(both) as ScorecardTally
}
