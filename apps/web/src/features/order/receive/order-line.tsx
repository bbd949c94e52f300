import { useMemo } from 'react'
import { Code } from '../../../ui/code.tsx'
import { formatCount } from '../../../ui/format.ts'
import { variable } from '../../../ui/variable.ts'
import { type CellGroup, cellsOf } from './order-cells.ts'
import { kindOf, type ReceiveIndex, ticketOf } from './receive-index.ts'

interface OrderLineProps {
  index: ReceiveIndex
  /** Line of the last scan, -1 for none. */
  now: number
}

/** The whole order as one line of cells, filled as it is received. */
export function OrderLine({ index, now }: OrderLineProps) {
  const { of, each, groups } = useMemo(() => cellsOf(index), [index])
  const what = each > 1 ? `${each} ${of}s` : `a ${of}`
  return (
    <div className={groups.length === 1 ? 'line line--one' : 'line'}>
      {groups.map((group) => (
        <Group
          key={group.line}
          index={index}
          group={group}
          now={now}
          isWhole={group.line < 0}
          cellIs={of === 'case' || each > 1 ? `A cell is ${what}` : ''}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  index: ReceiveIndex
  group: CellGroup
  now: number
  isWhole: boolean
  cellIs: string
}

function Group({ index, group, now, isWhole, cellIs }: GroupProps) {
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
    const isHeld = lines.length === 1 && (index.held[line] ?? 0) > 0
    return {
      key: lines[0] ?? 0,
      part: meds > 0 ? done / meds : 0,
      now: on,
      isHeld,
      isPending: isHeld && ticketOf(index, line) !== undefined,
    }
  })
  const complete = received >= total && total > 0
  const kind = isWhole ? '' : kindOf(index, group.line)
  const tail = (index.keys[group.line] ?? '').slice(-6)
  const name = isWhole ? 'This order' : `${kind} ending ${tail}`
  return (
    <div className="line-group" style={variable('--cells', cells.length)}>
      <span
        className="tally"
        role="img"
        aria-label={`${name}: ${formatCount(received)} of ${formatCount(total)} received${held > 0 ? `, ${held} on hold` : ''}`}
      >
        {cells.map((cell) => (
          <i
            key={cell.key}
            className={cellClass(cell)}
            style={cell.part > 0 && cell.part < 1 ? variable('--part', `${cell.part * 100}%`) : undefined}
          />
        ))}
      </span>
      <p aria-hidden="true">
        <span>
          {isWhole ? (
            cellIs || 'Not in a case'
          ) : (
            <>
              {kind} <Code groups={tail.match(/.{1,3}/g) ?? []} />
            </>
          )}
        </span>
        <span className={complete ? 'done' : undefined}>
          {formatCount(received)} / {formatCount(total)}
        </span>
      </p>
    </div>
  )
}

function cellClass({
  part,
  now,
  isHeld,
  isPending,
}: {
  part: number
  now: boolean
  isHeld: boolean
  isPending: boolean
}): string | undefined {
  const state = part >= 1 ? 'on' : isPending ? 'pending' : isHeld ? 'held' : part > 0 ? 'part' : ''
  return [state, now && part > 0 ? 'now' : ''].filter(Boolean).join(' ') || undefined
}
