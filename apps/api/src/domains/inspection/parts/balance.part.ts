import {
  BALANCE_LIMITS,
  type BalanceNarrowing,
  type BalanceRow,
  type BalanceRowKind,
  balanceByNdc,
  formatAmount,
  formatCount,
  listBalanceGaps,
  type NdcBalance,
  NO_FIGURES,
  narrowOwnFigures,
  type OwnFigures,
} from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import { text } from '../../../pack/pack-content.ts'
import { toNdc11 } from '../balance/balance.rules.ts'
import { readBalance, readBalanceRows } from '../balance/balance.service.ts'
import type { Selection } from '../selection.ts'
import type { PartSource } from './part.ts'

const KINDS: Record<BalanceRowKind, string> = {
  received: 'Received',
  typedIn: 'Typed in',
  sold: 'Sold',
  returned: 'Returned',
  destroyed: 'Destroyed',
  otherwise: 'Disposed of another way',
  recalled: 'Recalled and removed',
}

export const balancePart: PartSource = {
  part: 'balance',
  async count(tx, { selection }) {
    const lines = await readBalance(tx, selection)
    const received = lines.reduce((sum, line) => sum + line.received, 0)
    return `${formatAmount(new Set(lines.map(({ ndc }) => ndc)).size, 'NDC')}, ${formatAmount(received, 'package')} received`
  },
  async gaps(tx, { selection, ownFigures }) {
    return listBalanceGaps(await readBalance(tx, selection), ownFigures ?? NO_FIGURES, narrowingOf(selection), toNdc11)
  },
  async *files(run) {
    const { selection, ownFigures } = run
    const lines = await run.read((tx) => readBalance(tx, selection))
    const rows = await run.read((tx) => readBalanceRows(tx, selection, null))
    const clock = wallClock(selection.timeZone)
    const balances = balanceByNdc(lines, narrowOwnFigures(ownFigures ?? NO_FIGURES, narrowingOf(selection)), toNdc11)
    yield { name: '15-balance/balance.csv', content: text(CSV_START + makeCsv([BALANCE_HEADING, ...balances.map(balanceCells)])) }
    yield {
      name: '15-balance/by-location.csv',
      content: text(
        CSV_START +
          makeCsv([
            [
              'NDC',
              'Product',
              'Location',
              'Bought',
              'Received',
              'Typed in',
              'Sold',
              'Returned',
              'Destroyed',
              'Otherwise',
              'Recalled and removed',
            ],
            ...lines.map((line) => [
              line.ndc,
              line.productName,
              line.locationName,
              line.bought,
              line.received,
              line.typedIn,
              line.sold,
              line.returned,
              line.destroyed,
              line.otherwise,
              line.recalled,
            ]),
          ]),
      ),
    }
    const heading = [
      'NDC',
      'Number',
      `At (${selection.timeZone})`,
      'Location',
      'Lot',
      'Packages',
      'Order',
      'PO number',
      'Seller',
      'License on that day',
      'Note',
    ]
    const toCells = (row: BalanceRow) => [
      row.ndc,
      KINDS[row.kind],
      clock(new Date(row.at)),
      row.locationName,
      row.lotNumber,
      row.amount,
      row.documentId,
      row.purchaseOrders,
      row.seller,
      row.license,
      row.note,
    ]
    yield { name: '15-balance/rows.csv', content: text(CSV_START + makeCsv([heading, ...rows.map(toCells)])) }
    yield { name: '15-balance/README.txt', content: text(writeReadme(ownFigures)) }
  },
}

const narrowingOf = ({ goods, glns }: Selection): BalanceNarrowing => ({
  ndcs: goods?.products?.digits ?? null,
  hasLots: goods?.lots != null,
  hasPartners: glns !== null,
})

const BALANCE_HEADING = [
  'NDC',
  'Product',
  'Opening',
  'Bought',
  'Received',
  'Typed in',
  'Sold',
  'Returned',
  'Destroyed',
  'Otherwise',
  'Recalled and removed',
].concat(['Dispensed', 'Expected closing'])

const balanceCells = ({ ndc, productName, opening, bought, amounts, dispensed, closing }: NdcBalance) => [
  ndc || 'No NDC',
  productName,
  opening,
  bought,
  amounts.received,
  amounts.typedIn,
  amounts.sold,
  amounts.returned,
  amounts.destroyed,
  amounts.otherwise,
  amounts.recalled,
  dispensed,
  closing,
]

function writeReadme(own: OwnFigures | null): string {
  const report = own?.report
  const given = report
    ? `Dispensed quantities were taken from the file "${report.filename}" (SHA-256 ${report.sha256}): ${formatAmount(report.lines, 'line')}, of which ${formatCount(report.outside)} outside the period and ${formatCount(report.refused)} that could not be counted. The file itself is not in this pack.`
    : 'No dispensing report was provided.'
  return [
    'Expected closing = opening + received + typed in - sold - returned - destroyed - otherwise - recalled and removed - dispensed',
    given,
    ...BALANCE_LIMITS,
  ]
    .join('\n\n')
    .concat('\n')
}
