import { formatAmount, formatCount } from '../../../../ui/text/format.ts'
import type { ScanResultOf } from '../receive-types.ts'

/** Warns of expired packages in a receipt of several packages, and lists what the receipt left out. */
export function bulkSays({ of, expired, held, stopped = 0, departed = 0 }: ScanResultOf<'received'>): string {
  if (of === 'med') return ''
  const parts: string[] = []
  if (expired > 0) parts.push(`${formatCount(expired)} of them ${expired === 1 ? 'is' : 'are'} expired: keep them off the shelf.`)
  if (stopped > 0) parts.push(`${formatCount(stopped)} set aside ${stopped === 1 ? 'was' : 'were'} not received.`)
  if (departed > 0) parts.push(`${formatCount(departed)} that left with a shipment ${departed === 1 ? 'was' : 'were'} not received.`)
  if (held > 0) parts.push(`${formatAmount(held, 'package')} on hold ${held === 1 ? 'was' : 'were'} not received.`)
  return parts.join(' ')
}
