import { Box } from '@mantine/core'
import {
  BALANCE_LIMITS,
  balanceByNdc,
  type DispensedColumns,
  formatAmount,
  isComparable,
  type NdcBalance,
  narrowOwnFigures,
  type OwnFigures,
  type PackAsk,
} from '@seriatim/schema'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { BalanceRowsDialog } from './balance-rows-dialog.tsx'
import { BalanceTable } from './balance-table.tsx'
import { DispensedZone } from './dispensed-zone.tsx'
import { narrowingOf, type Period, toNdc11 } from './use-pack-ask.ts'

interface BalanceSectionProps {
  ask: PackAsk
  figures: OwnFigures
  /** The period of the figures that were cleared when the user chose another period; undefined if no figures were cleared. */
  left: Period | undefined
  columns: DispensedColumns | null
  onFigures: (figures: OwnFigures) => void
}

/** Number of rows shown; the pack contains all of them. */
const SHOWN = 200

/** Packages bought, received, returned, destroyed, recalled and dispensed by NDC, and the expected remainder. */
export function BalanceSection({ ask, figures, left, columns, onFigures }: BalanceSectionProps) {
  const balance = trpc.inspection.readManyBalance.useQuery(ask, { placeholderData: (before) => before })
  const [shown, setShown] = useState<NdcBalance>()
  const lines = balance.data ?? []
  const narrowing = narrowingOf(ask)
  const known = new Set(lines.flatMap(({ ndc }) => toNdc11(ndc)))
  const setOpening = (ndc: string, opening: number | null) => {
    const key = toNdc11(ndc).find((form) => figures.lines.some((line) => line.ndc === form)) ?? toNdc11(ndc)[0]
    if (key === undefined) return
    const before = figures.lines.find((line) => line.ndc === key) ?? { ndc: key, opening: null, dispensed: null }
    const others = figures.lines.filter((line) => line.ndc !== key)
    onFigures({ ...figures, lines: [...others, { ...before, opening }] })
  }
  return (
    <Section title="Balance by NDC" aside={balance.data && formatAmount(new Set(lines.map(({ ndc }) => ndc)).size, 'NDC')}>
      <Card foot={<BalanceLimits />}>
        {isComparable(narrowing) ? (
          <>
            <Cleared left={left} />
            <DispensedZone period={ask} figures={figures} remembered={columns} known={known} onFigures={onFigures} />
          </>
        ) : (
          <EmptyLine>
            A dispensing report names neither lots nor suppliers. Clear both filters to add your report and see the closing balance.
          </EmptyLine>
        )}
        <Loaded
          query={balance}
          subject="The balance"
          sentence={findServerSentence(balance.error)}
          safe="Your records are safe"
          waiting={<SkeletonCard />}
        >
          {(found) => {
            const balances = balanceByNdc(found, narrowOwnFigures(figures, narrowing), toNdc11)
            return balances.length === 0 ? (
              <EmptyLine>No packages were received or entered by hand during this period.</EmptyLine>
            ) : (
              <BalanceTable
                key={`${ask.from} ${ask.to}`}
                balances={balances.slice(0, SHOWN)}
                more={balances.length - SHOWN}
                onOpening={isComparable(narrowing) ? setOpening : undefined}
                onShow={setShown}
              />
            )
          }}
        </Loaded>
      </Card>
      {shown && <BalanceRowsDialog ask={ask} balance={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

/** Explains why the figures that the user entered for another period are gone. */
const Cleared = ({ left }: { left: Period | undefined }) => (
  <Box role="status">
    {left && (
      <Note meaning="info" title="Your own figures were cleared">
        They belong to another period, {formatLongDate(left.from)} to {formatLongDate(left.to)}. Choose it again to get them back, or enter
        the figures of this period.
      </Note>
    )}
  </Box>
)

const BalanceLimits = () => (
  <div>
    {BALANCE_LIMITS.map((words) => (
      <SubText key={words}>{words}</SubText>
    ))}
  </div>
)
