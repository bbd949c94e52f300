import { Button, UnstyledButton } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { writeFullName } from '@seriatim/schema'
import { IconAlertOctagon, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { Bar } from '../../../../ui/feedback/progress-bar.tsx'
import { cssVariable } from '../../../../ui/layout/css-variable.ts'
import { Tally, type TallyCell } from '../../../../ui/table/tally.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatDate, formatDateTime, formatMinute, localDay } from '../../../../ui/text/format.ts'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { HeldBadge } from '../../../hold/held-badge.tsx'
import { stoppedIn } from '../list/stopped-lines.ts'
import type { UndoWish } from '../machine/panel.ts'
import type { WordFacts } from '../panel/line-names.ts'
import { type ContainerUnit, findFact, findKind, HELD, heldIn, PACKAGE, pendingIn, RECEIVED, type ReceiveIndex } from '../receive-index.ts'
import type { How, ReceiptInfo } from '../receive-types.ts'
import css from './tree.module.css'

/** Dependencies of the rows. The object stays the same between scans, so that the result of a scan renders before the rows do. */
export interface RowTools {
  known: WordFacts
  receiveContainer: (line: number) => void
  /** Receives one med, or shows in the panel why it can't be received. */
  receiveMed: (line: number) => void
  undo: (wish: UndoWish) => void
  /** Called when the user asks to put a line on hold. */
  hold: (line: number) => void
}

/** Maximum number of meds for which a container's row shows one cell per med. For more meds, it shows a bar. */
const MOST_CELLS = 24

function Numbers({ received, total }: { received: number; total: number }) {
  const words = `${formatCount(received)} / ${formatCount(total)}`
  return received >= total ? <b className={css.done}>{words}</b> : words
}

interface ContainerRowProps {
  unit: ContainerUnit
  level: number
  tools: RowTools
  opened: boolean
  onToggle: (line: number) => void
  children: ReactNode
}

export function ContainerRow({ unit, level, tools, opened, onToggle, children }: ContainerRowProps) {
  const { index, isReadOnly } = tools.known
  const { line } = unit
  const kind = findKind(index, line)
  const code = index.keys[line] ?? ''
  const total = index.meds[line] ?? 0
  const received = index.received[line] ?? 0
  const held = index.held[line] ?? 0
  const contents = useMemo(() => describeContents(index, unit), [index, unit])
  const Chevron = opened ? IconChevronDown : IconChevronRight
  const word = kind.toLowerCase()
  const onHold = heldIn(index, line)
  const pending = pendingIn(index, line)
  const isHeld = onHold >= total
  const stopped = stoppedIn(index, line, index.lasts[line] ?? line)
  return (
    <>
      <tr>
        <td style={cssVariable('--level', level)}>
          <span className={css.name}>
            <UnstyledButton
              className={css.twist}
              px={4}
              aria-expanded={opened}
              aria-label={`${kind} ${code}, ${opened ? 'close' : 'open'}`}
              onClick={() => onToggle(line)}
            >
              <Glyph of={Chevron} size={16} />
            </UnstyledButton>
            <span>
              {kind} <Code groups={groupCode(unit.sscc ? 'sscc' : 'serial', code)} small />
            </span>
          </span>
        </td>
        <td>
          {contents} {!isHeld && <HeldBadge meds={onHold} pending={pending} />}{' '}
          {stopped > 0 && <Badge meaning="stop">{stopped === total ? 'Set aside' : `${formatCount(stopped)} set aside`}</Badge>}
        </td>
        <td>{!holdsPackage(index, line) && <Packages index={index} line={line} />}</td>
        <td className={css.count}>
          <Numbers received={received} total={total} />
        </td>
        <td className={css.act}>
          {isHeld || (received < total && received + held >= total) ? (
            <HeldBadge isPending={pending >= onHold} />
          ) : received >= total ? (
            <Badge meaning="done">Received</Badge>
          ) : received + held + stopped >= total ? (
            <Badge meaning="stop">Set aside</Badge>
          ) : isReadOnly ? null : (
            <Button size="xs" onClick={() => tools.receiveContainer(line)} aria-label={`Receive ${word} ${code}`}>
              Receive {word}
            </Button>
          )}
          {!isHeld && !isReadOnly && <Hold onClick={() => tools.hold(line)} label={`Put ${word} ${code} on hold`} />}
        </td>
      </tr>
      {children}
    </>
  )
}

function Hold({ onClick, label }: { onClick: () => void; label: string }) {
  return (
    <Button size="xs" variant="subtle" aria-label={label} onClick={onClick}>
      Hold…
    </Button>
  )
}

const holdsPackage = (index: ReceiveIndex, line: number) => index.states[line + 1] === PACKAGE

/** `8 cases, 6 products`, or the names of the products if no container is inside. */
function describeContents(index: ReceiveIndex, unit: ContainerUnit): string {
  const inside = unit.contents.length > 3 ? `${unit.contents.slice(0, 3).join(', ')} and more` : unit.contents.join(', ')
  if (!holdsPackage(index, unit.line)) return inside || 'Product not named'
  const products = formatAmount(productsIn(index, unit.line), 'product')
  return `${formatAmount(unit.children, findKind(index, unit.line + 1).toLowerCase())}, ${products}`
}

function productsIn(index: ReceiveIndex, line: number): number {
  const found = new Set<number>()
  for (let at = line; at <= (index.lasts[line] ?? line); at += 1) {
    const product = index.states[at] === PACKAGE ? null : findFact(index, at)?.productId
    if (product != null) found.add(product)
  }
  return found.size
}

function Packages({ index, line }: { index: ReceiveIndex; line: number }) {
  const total = index.meds[line] ?? 0
  const received = index.received[line] ?? 0
  const label = `${formatCount(received)} of ${formatCount(total)} received`
  if (total > MOST_CELLS) {
    return (
      <span className={css.bar}>
        <Bar done={received} total={total} />
      </span>
    )
  }
  const cells: TallyCell[] = []
  for (let at = line + 1; at <= (index.lasts[line] ?? line); at += 1) {
    if (index.meds[at] === 1) cells.push({ is: makeCell(index, at) })
  }
  return <Tally cells={cells} label={label} />
}

function makeCell(index: ReceiveIndex, line: number): TallyCell['is'] {
  if (index.states[line] === RECEIVED) return 'on'
  if (index.states[line] !== HELD) return 'open'
  return index.pending.has(line) ? 'pending' : 'held'
}

const howWords: Record<How, string> = {
  scan: 'Scanned by',
  serial: 'Entered by',
  container: 'With its container,',
  product: 'With its product,',
  all: 'Receive All,',
}

/** `Scanned by Dana Ruiz, 09:14` */
function receiptWords({ how, by, at }: ReceiptInfo): string {
  const isToday = localDay(new Date(at)) === localDay(new Date())
  return `${howWords[how]} ${by}, ${isToday ? formatMinute(at) : formatDateTime(at)}`
}

/**
 * Returns the receipt of a unit. Prefers the receipt that this page has recorded for the line, because it may be newer than the one that was loaded
 * with the row.
 */
function findReceipt(known: WordFacts, unit: ContainerUnit): { id: number; info: ReceiptInfo } | undefined {
  const learnedId = known.index.receipts[unit.line] ?? 0
  const info = known.receipts.get(learnedId)
  if (info) return { id: learnedId, info }
  const { receiptId, receivedBy, receivedById, datetimeReceived, how } = unit
  if (receiptId === null || !receivedBy || receivedById === null || datetimeReceived === null || how === null) return undefined
  return { id: receiptId, info: { userId: receivedById, by: writeFullName(receivedBy), at: datetimeReceived, how } }
}

export function MedRow({ unit, level, tools }: { unit: ContainerUnit; level: number; tools: RowTools }) {
  const { known, receiveMed, undo } = tools
  const { line } = unit
  const { index } = known
  const state = index.states[line]
  const isReceived = state === RECEIVED
  const isHeld = state === HELD || index.heldSince.has(line)
  const isStopped = !isReceived && !isHeld && index.stops.blocks(line)
  const receipt = isReceived ? findReceipt(known, unit) : undefined
  const serial = index.keys[line] ?? ''
  const expiry = findFact(index, line)?.expirationDate
  const isExpired = useMemo(() => expiry != null && expiry < localDay(new Date()), [expiry])
  const code = <Code groups={groupCode('serial', serial)} boldTail small />
  return (
    <tr data-med>
      <td style={cssVariable('--level', level + 1)}>
        {unit.medId === null ? (
          code
        ) : (
          <Link href={`/meddetail/${unit.medId}`} className={css.plain} aria-label={`Serial ${serial}, history`}>
            {code}
          </Link>
        )}
      </td>
      <td className={css.quiet}>
        {unit.lotNumber && (
          <>
            Lot <Code groups={[unit.lotNumber]} />,{' '}
          </>
        )}
        {isExpired ? (
          <span className={css.stop}>
            <Glyph of={IconAlertOctagon} size={16} /> expired {formatDate(expiry)}
          </span>
        ) : (
          `expires ${formatDate(expiry)}`
        )}
      </td>
      <td className={css.quiet}>
        {isHeld && <HeldBadge isPending={index.pending.has(line)} />} {isStopped && <Badge meaning="stop">Set aside</Badge>}{' '}
        {isReceived ? (receipt ? receiptWords(receipt.info) : 'Received') : !isHeld && 'Not received yet'}
      </td>
      <td className={css.count}>
        <Numbers received={isReceived ? 1 : 0} total={1} />
      </td>
      <td className={css.act}>
        {!known.isReadOnly && isReceived && receipt && (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Undo ${serial}`}
            onClick={() => undo({ receiptId: receipt.id, line, only: true })}
          >
            Undo
          </Button>
        )}
        {!known.isReadOnly && !isReceived && state !== HELD && (
          <Button size="xs" variant="subtle" aria-label={`Receive ${serial}`} onClick={() => receiveMed(line)}>
            Receive
          </Button>
        )}
        {!known.isReadOnly && !isHeld && <Hold onClick={() => tools.hold(line)} label={`Put ${serial} on hold`} />}
      </td>
    </tr>
  )
}
