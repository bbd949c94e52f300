import { toGtin14 } from '@seriatim/gs1'
import type { Inputs } from '../../api/trpc.ts'
import { labelIn, type Reading, readScan } from './receive/scan-result.ts'

export type TicketItem = NonNullable<Inputs['documentException']['createOneTicket']['items']>[number]

/** A package as a ticket lists it: the barcode's identifiers plus lot and expiry of the label. */
export function makeItem(reading: Reading): TicketItem {
  const label = labelIn(reading) ?? {}
  if (reading.kind === 'unit') return { gtin: reading.gtin, serialNumber: reading.serialNumber, ...label }
  if (reading.kind === 'container') return { sscc: reading.sscc, ...label }
  return { serialNumber: (reading.kind === 'serial' ? reading.serialNumber : reading.text).slice(0, 100) }
}

/** Key that distinguishes packages. */
export const keyOfItem = ({ gtin, serialNumber, sscc }: TicketItem) => [gtin, serialNumber, sscc].filter(Boolean).join(' ')

type Added = { ok: true; item: TicketItem } | { ok: false; why: string }

/** Maximum number of packages per call. */
const MOST = 1000

/** Converts scanned or typed text to a package for the list, or says why it can't be added. */
export function readItem(text: string, list: readonly TicketItem[], byScanner: boolean): Added {
  const reading = readScan(text)
  if (reading.kind === 'unreadable') return { ok: false, why: `This code could not be read. ${reading.why}` }
  if (reading.kind === 'serial' && reading.serialNumber === '') return { ok: false, why: 'Scan a package or enter its serial number.' }
  if (reading.kind === 'serial' && byScanner && isProductCode(reading.serialNumber))
    return { ok: false, why: 'This code names the product, not the package. Scan the square 2D code.' }
  const item = makeItem(reading)
  if (list.some((one) => keyOfItem(one) === keyOfItem(item))) return { ok: false, why: 'This package is already on the list.' }
  if (list.length >= MOST) return { ok: false, why: 'This ticket has the maximum number of packages. Create another ticket for the rest.' }
  return { ok: true, item }
}

const isProductCode = (text: string) => /^\d{8}$|^\d{12,14}$/.test(text) && toGtin14(text).ok
