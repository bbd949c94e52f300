import { type BalanceLine, type BalanceNarrowing, balanceByNdc, isComparable, narrowOwnFigures } from './balance.ts'
import { formatAmount, formatCount } from './counted.ts'
import { gapOf, type OwnFigures, type PackGap } from './inspection.ts'

const PATH = '/inspection'

/**
 * Lists the gaps in a pack's balances: balances that are incomplete or do not add up, and lines of the customer's dispensing report that could not be
 * counted.
 */
export function listBalanceGaps(
  lines: readonly BalanceLine[],
  own: OwnFigures,
  narrowing: BalanceNarrowing,
  toNdc11: (ndc: string) => readonly string[],
): PackGap[] {
  const balances = balanceByNdc(lines, narrowOwnFigures(own, narrowing), toNdc11)
  const below = balances.filter(({ closing }) => closing !== null && closing < 0)
  const nameless = balances.filter(({ ndc, lines }) => ndc === '' && lines.length > 0)
  return [
    ...listMissingClosing(own, narrowing),
    ...gapOf(
      'balance',
      below,
      (amount) => `${formatAmount(amount, 'NDC')} with more dispensed than was in stock`,
      ({ ndc, productName, closing }) => ({
        text: `${ndc}${productName ? `, ${productName}` : ''}: ${formatCount(closing ?? 0)}`,
        path: PATH,
      }),
    ),
    ...gapOf(
      'balance',
      nameless.flatMap(({ lines }) => lines),
      () => 'Packages whose document has no NDC',
      ({ locationName, productName }) => ({ text: `${productName ?? 'Unnamed product'}, ${locationName}`, path: '/orders' }),
    ),
    ...gapOf(
      'balance',
      own.report?.named ?? [],
      (amount) => `${formatAmount(amount, 'line')} of the dispensing report could not be counted`,
      ({ line, ndc, why }) => ({ text: `Line ${line}: ${ndc || 'no NDC'}, ${why}`, path: PATH }),
      own.report?.refused ?? 0,
    ),
  ]
}

function listMissingClosing({ report }: OwnFigures, narrowing: BalanceNarrowing): PackGap[] {
  if (isComparable(narrowing) && report) return []
  const [words, text] = isComparable(narrowing)
    ? ['No dispensing report was provided, so no closing balance is shown', 'Add your dispensing report']
    : [
        'No closing balance is shown, because a dispensing report names neither lots nor suppliers',
        'Create a pack of all lots and suppliers to see the closing balance',
      ]
  return gapOf(
    'balance',
    [0],
    () => words,
    () => ({ text, path: PATH }),
  )
}
