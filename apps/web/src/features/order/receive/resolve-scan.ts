import { decode, labelReadings, toGtin14 } from '@seriatim/gs1'
import { findFact, findLines, type ReceiveIndex } from './receive-index.ts'
import { decide, makeUnit, type Reading, readScan, type ScanDecision } from './scan-result.ts'

/** Everyday name of the linear barcode on a package; GTIN for any other product code. */
export type ProductCode = 'UPC' | 'EAN' | 'GTIN'

export interface Resolved {
  reading: Reading
  decision: ScanDecision | { kind: 'productCode'; code: ProductCode; productId: number | null }
  /**
   * True if the scan had lost its separators and `reading` was restored: of all serial numbers that the scan could contain, exactly one is on this
   * order.
   */
  restored: boolean
}

/** Decides what a scanned text means for this order, even if the scanner dropped the separators or the code identifies only a product. */
export function resolveScan(index: ReceiveIndex, text: string, today: string, currentYear?: number): Resolved {
  const reading = readScan(text, currentYear)
  const decision = decide(index, reading, today)
  if (decision.kind === 'missing' || decision.kind === 'unreadable' || decision.kind === 'differs') {
    const restored = restore(index, text, today, currentYear)
    // If the original reading and the restored one both differ from the document, keeps the original.
    if (restored && (decision.kind !== 'differs' || restored.decision.kind !== 'differs')) return { ...restored, restored: true }
  }
  if (decision.kind === 'missing' || decision.kind === 'unreadable') {
    const product = pickProductCode(index, text)
    if (product) return { reading, decision: { kind: 'productCode', ...product }, restored: false }
  }
  return { reading, decision, restored: false }
}

/**
 * Finds the reading of a damaged scan whose serial number and GTIN are on this order; undefined if there is none, or if several readings have
 * different serial numbers. If the label can be split in several ways, prefers a split that matches the document.
 */
function restore(index: ReceiveIndex, text: string, today: string, currentYear?: number) {
  const readings = labelReadings(text, currentYear)
    .flatMap((decoded) => makeUnit(decoded) ?? [])
    .filter(({ gtin, serialNumber }) => findLines(index, serialNumber).some((line) => findFact(index, line)?.gtin === gtin))
  if (new Set(readings.map((reading) => reading.serialNumber)).size !== 1) return undefined
  const judged = readings.map((reading) => ({ reading, decision: decide(index, reading, today) }))
  return judged.find(({ decision }) => decision.kind !== 'differs') ?? judged[0]
}

/** Recognizes a code that consists of a GTIN and nothing else. */
function pickProductCode(index: ReceiveIndex, text: string): { code: ProductCode; productId: number | null } | undefined {
  const digits = text.trim()
  const bare = /^\d{8}$|^\d{12,14}$/.test(digits) ? toGtin14(digits) : undefined
  const decoded = bare ? undefined : decode(digits, { lenient: true })
  const gtin = bare?.ok ? bare.value : decoded?.ok && decoded.value.elements.length === 1 ? decoded.value.gtin14 : undefined
  const fact = gtin ? factOfGtin(index, gtin) : undefined
  if (!gtin || !fact) return undefined
  const isStriped = bare !== undefined || digits.startsWith(']E')
  const code = !isStriped ? 'GTIN' : gtin.startsWith('00') ? 'UPC' : 'EAN'
  return { code, productId: fact.productId }
}

/**
 * Finds the product of this order that has the GTIN. If there is none, finds the product to which the GTIN belongs at another packaging level: such
 * GTINs differ only in the first digit and the check digit.
 */
export function factOfGtin(index: ReceiveIndex, gtin: string): ReceiveIndex['facts'][number] | undefined {
  const item = gtin.slice(1, 13)
  return (
    index.facts.find((fact) => fact.gtin === gtin && fact.productId !== null) ??
    index.facts.find((fact) => fact.gtin?.slice(1, 13) === item && fact.productId !== null)
  )
}
