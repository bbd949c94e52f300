import { decode, labelReadings, toGtin14 } from '@seriatim/gs1'
import { findFact, findLines, type ReceiveIndex } from './receive-index.ts'
import { type Decision, decide, makeUnit, type Reading, readScan } from './scan-result.ts'

/** What people call the striped code on a package; GTIN: a product code of another kind. */
export type ProductCode = 'UPC' | 'EAN' | 'GTIN'

export interface Resolved {
  reading: Reading
  decision: Decision | { kind: 'productCode'; code: ProductCode; productId: number | null }
  /** Its separators were lost, and exactly one of the possible readings is on this order. */
  restored: boolean
}

/** What a scan means for this order, also where its separators were lost or its code names the product only. */
export function resolveScan(index: ReceiveIndex, text: string, today: string, currentYear?: number): Resolved {
  const reading = readScan(text, currentYear)
  const decision = decide(index, reading, today)
  if (decision.kind === 'missing' || decision.kind === 'unreadable' || decision.kind === 'differs') {
    const restored = restore(index, text, today, currentYear)
    // A reading that differs too is no better than the scan as it stands.
    if (restored && (decision.kind !== 'differs' || restored.decision.kind !== 'differs')) return { ...restored, restored: true }
  }
  if (decision.kind === 'missing' || decision.kind === 'unreadable') {
    const product = pickProductCode(index, text)
    if (product) return { reading, decision: { kind: 'productCode', ...product }, restored: false }
  }
  return { reading, decision, restored: false }
}

/** The one reading whose serial number is on this order; of its cuts the one that agrees with the document, where there is one. */
function restore(index: ReceiveIndex, text: string, today: string, currentYear?: number) {
  const readings = labelReadings(text, currentYear)
    .flatMap((decoded) => makeUnit(decoded) ?? [])
    .filter(({ gtin, serialNumber }) => findLines(index, serialNumber).some((line) => findFact(index, line)?.gtin === gtin))
  if (new Set(readings.map((reading) => reading.serialNumber)).size !== 1) return undefined
  const judged = readings.map((reading) => ({ reading, decision: decide(index, reading, today) }))
  return judged.find(({ decision }) => decision.kind !== 'differs') ?? judged[0]
}

/** A code that holds a GTIN and nothing else. */
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

/** What the order has of a GTIN; also of a package of the same product, whose GTIN differs in its first digit and its check digit. */
export function factOfGtin(index: ReceiveIndex, gtin: string): ReceiveIndex['facts'][number] | undefined {
  const item = gtin.slice(1, 13)
  return (
    index.facts.find((fact) => fact.gtin === gtin && fact.productId !== null) ??
    index.facts.find((fact) => fact.gtin?.slice(1, 13) === item && fact.productId !== null)
  )
}
