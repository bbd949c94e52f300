import { formatAmount, formatCount } from './counted.ts'

interface Recalled {
  received: number
  /** Number of packages that a supplier's file lists as shipped and that were not received. */
  expected: number
}

/** `15 packages, 3 more expected`: separates packages that arrived from expected ones. */
export function recalledWords({ received, expected }: Recalled): string {
  if (expected === 0) return formatAmount(received, 'package')
  return received === 0
    ? `${formatAmount(expected, 'package')} expected`
    : `${formatAmount(received, 'package')}, ${formatCount(expected)} more expected`
}
