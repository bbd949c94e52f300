import { Box, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Tally, type TallyCell } from '../../../../ui/table/tally.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { formatCount } from '../../../../ui/text/format.ts'
import { findKind, findPendingTicket, type ReceiveIndex } from '../receive-index.ts'
import { type CellGroup, makeCells } from './order-cells.ts'

interface OrderLineProps {
  index: ReceiveIndex
  /** Line of the last scan, -1 for none. */
  now: number
}

/** Shows the whole order as small cells, which fill up as its packages are received. */
export function OrderLine({ index, now }: OrderLineProps) {
  const { of, each, groups } = useMemo(() => makeCells(index), [index])
  const what = each > 1 ? `${each} ${of}s` : `a ${of}`
  return (
    <Group gap="12px 16px" align="flex-start" data-above>
      {groups.map((group) => (
        <Cells
          key={group.line}
          index={index}
          group={group}
          now={now}
          isAlone={groups.length === 1}
          isWhole={group.line < 0}
          cellIs={of === 'case' || each > 1 ? `Each cell is ${what}` : ''}
        />
      ))}
    </Group>
  )
}

interface CellsProps {
  index: ReceiveIndex
  group: CellGroup
  now: number
  isAlone: boolean
  isWhole: boolean
  cellIs: string
}

/** Maximum number of cells in one row; if there are more, the cells are lower and in several rows. */
const ONE_ROW = 40
/** If an order has only one group of cells, and more cells than this, the group fills the whole width. */
const FEW = 24

function Cells({ index, group, now, isAlone, isWhole, cellIs }: CellsProps) {
  let total = 0
  let received = 0
  let held = 0
  const cells = group.cells.map((lines) => {
    let meds = 0
    let done = 0
    let on = false
    for (const line of lines) {
      meds += index.meds[line] ?? 0
      done += index.received[line] ?? 0
      held += index.held[line] ?? 0
      if (now >= line && now <= (index.lasts[line] ?? line)) on = true
    }
    total += meds
    received += done
    const [line = -1] = lines
    const part = meds > 0 ? done / meds : 0
    const isHeld = lines.length === 1 && (index.held[line] ?? 0) > 0
    const open = isHeld ? (findPendingTicket(index, line) === undefined ? 'held' : 'pending') : part > 0 ? 'on' : 'open'
    return {
      is: part >= 1 ? 'on' : open,
      ...(part > 0 && part < 1 ? { part } : {}),
      now: on && part > 0,
    } satisfies TallyCell
  })
  const complete = received >= total && total > 0
  const kind = isWhole ? '' : findKind(index, group.line)
  const tail = (index.keys[group.line] ?? '').slice(-6)
  const name = isWhole ? 'This order' : `${kind} ending ${tail}`
  const amount = cells.length
  const fillsRows = isAlone && amount > FEW
  return (
    <Box flex={`${amount} 1 min(${amount * 10}px, 18%)`} miw="min(128px, 18%)" maw={fillsRows ? undefined : Math.max(176, amount * 44)}>
      <Tally
        cells={cells}
        label={`${name}: ${formatCount(received)} of ${formatCount(total)} received${held > 0 ? `, ${held} on hold` : ''}`}
        fills={fillsRows ? 'rows' : 'line'}
        height={amount > ONE_ROW ? 'clamp(9px, 1.4vw, 14px)' : 'clamp(14px, 2.4vw, 24px)'}
      />
      <Group gap="xs" justify="space-between" wrap="nowrap" mt={6} fz="xs" c="var(--ink-2)" visibleFrom="sm" aria-hidden="true">
        <Text span fz="xs" truncate>
          {isWhole ? (
            cellIs || 'Not in a case'
          ) : (
            <>
              {kind} <Code groups={tail.match(/.{1,3}/g) ?? []} />
            </>
          )}
        </Text>
        <Text span fz="xs" style={complete ? { fontWeight: 600, color: 'var(--done-text)' } : undefined}>
          {formatCount(received)} / {formatCount(total)}
        </Text>
      </Group>
    </Box>
  )
}
