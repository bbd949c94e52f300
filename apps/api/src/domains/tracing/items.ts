import { createHash } from 'node:crypto'
import { ndcForms, toGtin14 } from '@seriatim/gs1'
import { formatAmount, type TracingItem } from '@seriatim/schema'
import { AppError } from '../../core/errors.ts'
import type { StoredItem } from './request.queries.ts'
import { tracingErrors } from './tracing.facts.ts'

/** Returns an item with its codes as they are stored in records, or the reason why it cannot be looked up. */
export function readItem(item: TracingItem): StoredItem | { why: string } {
  const gtin = item.gtin === null ? null : toGtin14(item.gtin.replace(/\s/g, ''))
  if (gtin && !gtin.ok) return { why: `"${item.gtin}" is not a GTIN.` }
  const ndc10 = item.ndc === null ? [] : (ndcForms(item.ndc)?.ndc10 ?? [])
  if (item.ndc !== null && !ndc10.length) return { why: `"${item.ndc}" is not an NDC.` }
  return { ...item, gtin: gtin?.value ?? null, ndc10: [...ndc10] }
}

/** @throws AppError tracing_item_invalid, naming the first item that cannot be looked up. */
export function readItems(items: readonly TracingItem[]): StoredItem[] {
  return items.map((item, at) => {
    const read = readItem(item)
    if ('why' in read)
      throw new AppError(tracingErrors.tracing_item_invalid, { detail: `Item ${at + 1}: ${read.why}`, facts: { field: 'items' } })
    return read
  })
}

const keyOf = ({ gtin, ndc10, serialNumber, lotNumber, expirationDate, from, to }: StoredItem) =>
  JSON.stringify([gtin, ndc10, serialNumber, lotNumber?.toUpperCase(), expirationDate, from, to])

/** A hash that is equal for two requests about the same items, in any order. */
export function fingerprintOf(direction: 'in' | 'out', items: readonly StoredItem[]): string {
  return createHash('sha256')
    .update(JSON.stringify([direction, [...new Set(items.map(keyOf))].sort()]))
    .digest('hex')
}

/** The subject of a request, for lists: `5 packages, lot LP4471, 12 products`. */
export function aboutWords(items: readonly TracingItem[]): string {
  const serials = items.filter(({ serialNumber }) => serialNumber !== null).length
  const lots = items.filter(({ serialNumber, lotNumber }) => serialNumber === null && lotNumber !== null)
  const products = items.length - serials - lots.length
  const parts = [
    serials && formatAmount(serials, 'package'),
    lots.length === 1 ? `lot ${lots[0]?.lotNumber}` : lots.length && formatAmount(lots.length, 'lot'),
    products && formatAmount(products, 'product'),
  ].filter(Boolean)
  return parts.join(', ')
}
