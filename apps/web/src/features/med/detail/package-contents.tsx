import { Button, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatDate, localDay } from '../../../ui/text/format.ts'
import { HeldBadge } from '../../hold/held-badge.tsx'
import css from '../med.module.css'
import { medHref } from '../med-columns.tsx'
import type { Pedigree } from './med-facts.tsx'

type Unit = Outputs['order']['readManyUnits']['items'][number]

/** Contents of a case or pallet with the state of each item, in pages, so that a pallet of thousands opens as fast as a case. */
export function PackageContents({ pedigree: { package: inside } }: { pedigree: Pedigree }) {
  if (!inside) return null
  const { meds, received, held, documentId, line } = inside
  const states = [`${formatCount(received)} of ${formatAmount(meds, 'package')} received`, held > 0 && `${formatCount(held)} on hold`]
  return (
    <Section title="Contents" aside={states.filter(Boolean).join(', ')}>
      <Card>
        <Units documentId={documentId} parentLine={line} />
      </Card>
    </Section>
  )
}

function Units({ documentId, parentLine }: { documentId: number; parentLine: number }) {
  const units = trpc.order.readManyUnits.useInfiniteQuery(
    { documentId, parentLine, limit: 50 },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  )
  return (
    <>
      <Loaded query={units} subject="The contents of this case or pallet" safe="Your records are safe">
        {({ pages }) => (
          <div className={css.contents}>
            <DividedList>
              {pages
                .flatMap((page) => page.items)
                .map((unit) => (
                  <UnitRow key={unit.line} documentId={documentId} unit={unit} />
                ))}
            </DividedList>
          </div>
        )}
      </Loaded>
      {units.hasNextPage && (
        <Group mih={44} px="md">
          <Button size="xs" loading={units.isFetchingNextPage} onClick={() => void units.fetchNextPage()}>
            More
          </Button>
        </Group>
      )}
    </>
  )
}

function UnitRow({ documentId, unit }: { documentId: number; unit: Unit }) {
  const [opened, open] = useState(false)
  const isPackage = unit.kind === 'package'
  const code = (
    <Code groups={unit.sscc ? groupCode('sscc', unit.sscc) : groupCode('serial', unit.serialNumber ?? '')} boldTail={!isPackage} />
  )
  return (
    <li>
      <Group gap="2px 12px">
        <span className={css.unitName}>{unit.medId === null ? code : <Link href={medHref({ id: unit.medId })}>{code}</Link>}</span>
        <span className={css.unitFacts}>{isPackage ? countInside(unit) : <LotAndExpiry unit={unit} />}</span>
        {isPackage && unit.children > 0 && (
          <Button size="xs" variant="subtle" aria-expanded={opened} onClick={() => open(!opened)}>
            {opened ? 'Close' : 'Open'}
          </Button>
        )}
        <State unit={unit} />
      </Group>
      {opened && <Units documentId={documentId} parentLine={unit.line} />}
    </li>
  )
}

const countInside = ({ meds, contents, children }: Unit) =>
  [meds > 0 ? formatAmount(meds, 'package') : formatAmount(children, 'unit'), contents.slice(0, 3).join(', ')].filter(Boolean).join(', ')

function LotAndExpiry({ unit: { lotNumber, expirationDate } }: { unit: Unit }) {
  const isExpired = expirationDate !== null && expirationDate < localDay(new Date())
  return (
    <>
      {lotNumber && (
        <>
          Lot <Code groups={[lotNumber]} />,{' '}
        </>
      )}
      {expirationDate && (
        <span className={isExpired ? css.expired : undefined}>{`${isExpired ? 'expired' : 'expires'} ${formatDate(expirationDate)}`}</span>
      )}
    </>
  )
}

function State({ unit: { kind, meds, received, held, pending, isHeld, isPending, isShipped } }: { unit: Unit }) {
  if (kind === 'package') {
    if (held > 0) return <HeldBadge meds={held} pending={pending} of={meds} />
    if (meds > 0 && received >= meds) return <Badge meaning="done">Received</Badge>
    return <Badge>{received > 0 ? `${formatCount(received)} of ${formatCount(meds)} received` : 'Not received'}</Badge>
  }
  if (isHeld) return <HeldBadge isPending={isPending} />
  if (received > 0) return <Badge meaning="done">Received</Badge>
  return isShipped ? <Badge>Not received</Badge> : <Badge meaning="attention">In the file, not shipped</Badge>
}
