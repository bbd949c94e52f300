import { Button } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconCircleCheck, IconEqualNot, IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { EmptyLine } from '../../../ui/list/empty-line.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatExpiry, formatWhen } from '../../../ui/text/format.ts'
import { IconText, Quiet } from '../../../ui/text/icon-text.tsx'
import css from '../exception.module.css'
import type { Correction } from '../use-exceptions.ts'

type Group = Correction['groups'][number]
type Unit = Outputs['documentException']['readManyUnits']['items'][number]

const SIGNS = {
  gone: { icon: IconMinus, meaning: 'stop' },
  changed: { icon: IconEqualNot, meaning: 'attention' },
  added: { icon: IconPlus, meaning: 'info' },
} as const

/** Lists units in groups, most severe first; unchanged ones are not listed. */
export function CorrectionUnits({ correction }: { correction: Correction }) {
  const { groups, same } = correction
  const differing = groups.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Section title="Differences" aside={`${formatCount(differing)} different, ${formatCount(same)} the same`}>
      <Card>
        {groups.length === 0 && (
          <EmptyLine>
            Both files list the same packages and containers, with the same products, lots and dates, packed in the same way.
          </EmptyLine>
        )}
        {groups.map((group, at) => (
          <UnitGroup key={`${group.kind} ${group.fields}`} correction={correction} group={group} opened={at === 0} />
        ))}
      </Card>
    </Section>
  )
}

/** A group in words: its number of units, what happened to them, and the fields that differ, as in `12 changed: lot and expiry`. */
function groupWords({ kind, fields, amount }: Group): string {
  const words = fields.split(' ').filter(Boolean)
  return `${formatCount(amount)} ${kind}${words.length > 0 ? `: ${words.join(' and ')}` : ''}`
}

function UnitGroup({ correction, group, opened }: { correction: Correction; group: Group; opened: boolean }) {
  const [isOpen, setOpen] = useState(opened)
  const { kind, fields, amount, received, products } = group
  const { icon, meaning } = SIGNS[kind]
  return (
    <Disclosure
      opened={isOpen}
      onToggle={setOpen}
      title={
        <>
          <Badge meaning={meaning} icon={icon}>
            {groupWords(group)}
          </Badge>
          <Quiet>{products.join(', ')}</Quiet>
        </>
      }
      end={kind !== 'added' && `${formatCount(received)} of ${formatCount(amount)} received`}
    >
      {isOpen && <Units correctionId={correction.id} kind={kind} fields={fields} amount={amount} />}
    </Disclosure>
  )
}

const UNIT_HEAD = ['Serial number', 'First file', 'Corrected file', 'Received', 'After replacement']

function Units({ correctionId, kind, fields, amount }: { correctionId: number; kind: Group['kind']; fields: string; amount: number }) {
  const units = trpc.documentException.readManyUnits.useInfiniteQuery(
    { correctionId, kind, fields },
    { getNextPageParam: (page) => page.next ?? undefined, initialCursor: 0 },
  )
  const rows = units.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PlainTable label={`${formatCount(amount)} ${kind}`} head={UNIT_HEAD} stacks>
        {rows.map((unit) => (
          <UnitRow key={unit.n} unit={unit} />
        ))}
      </PlainTable>
      {units.hasNextPage && (
        <Button variant="subtle" size="xs" loading={units.isFetchingNextPage} onClick={() => void units.fetchNextPage()}>
          Show more of {formatAmount(amount, 'unit')}
        </Button>
      )}
    </>
  )
}

const FIELDS = {
  lot: ['oldLot', 'newLot'],
  expiry: ['oldExpiry', 'newExpiry'],
  case: ['oldParent', 'newParent'],
  product: ['oldProduct', 'newProduct'],
} as const

function collectValues(unit: Unit, side: 0 | 1): string[] {
  return unit.fields
    .split(' ')
    .filter((field): field is keyof typeof FIELDS => field in FIELDS)
    .map((field) => {
      const value = unit[FIELDS[field][side]]
      if (!value) return 'empty'
      if (field === 'expiry') return formatExpiry(value)
      return field === 'case' ? `case …${value.slice(-4)}` : value
    })
}

function UnitRow({ unit }: { unit: Unit }) {
  const { kind, serialNumber, receivedAt } = unit
  const after =
    kind === 'gone'
      ? receivedAt
        ? 'Stays received and goes on hold'
        : 'No longer expected'
      : receivedAt
        ? 'Stays received'
        : 'Waiting to be received'
  return (
    <tr>
      <td>
        <Code groups={groupCode('serial', serialNumber)} boldTail />
      </td>
      <td className={css.values} data-label="First file">
        {kind === 'added'
          ? 'not in the file'
          : kind === 'gone'
            ? 'listed'
            : collectValues(unit, 0).map((value) => <del key={value}>{value}</del>)}
      </td>
      <td className={css.values} data-label="Corrected file">
        {kind === 'gone'
          ? 'not in the file'
          : kind === 'added'
            ? 'listed'
            : collectValues(unit, 1).map((value) => <ins key={value}>{value}</ins>)}
      </td>
      <td data-label="Received">
        {receivedAt ? (
          <IconText of={IconCircleCheck} meaning="done">
            {formatWhen(receivedAt)}
          </IconText>
        ) : (
          'not yet'
        )}
      </td>
      <td data-label="After replacing">{after}</td>
    </tr>
  )
}
