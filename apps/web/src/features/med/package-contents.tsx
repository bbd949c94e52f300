import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import { countOf, dayOf, formatCount, formatDate } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { HeldBadge } from '../hold/held-badge.tsx'
import { medHref } from './med-columns.tsx'
import type { Pedigree } from './med-facts.tsx'

type Unit = Outputs['order']['readManyUnits']['items'][number]

/** What a package holds, each with its state; a page at a time, so that a pallet of thousands opens as fast as a case. */
export function PackageContents({ pedigree: { package: inside } }: { pedigree: Pedigree }) {
  if (!inside) return null
  const { meds, received, held, documentId, line } = inside
  const states = [`${formatCount(received)} of ${countOf(meds, 'med')} received`, held > 0 && `${formatCount(held)} on hold`]
  return (
    <section aria-labelledby="med-contents">
      <div className="story-head">
        <h2 id="med-contents">What it holds</h2>
        <span className="muted">{states.filter(Boolean).join(', ')}</span>
      </div>
      <div className="card">
        <Units documentId={documentId} parentLine={line} />
      </div>
    </section>
  )
}

function Units({ documentId, parentLine }: { documentId: number; parentLine: number }) {
  const units = trpc.order.readManyUnits.useInfiniteQuery(
    { documentId, parentLine, limit: 50 },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  )
  if (units.isError && !units.data)
    return (
      <Failed
        query={units}
        what="What it holds could not be loaded."
        meaning="Your records are safe; this page just cannot reach the server."
      />
    )
  return (
    <>
      <ul className="med-rows contents" aria-busy={units.isPending}>
        {units.data?.pages
          .flatMap((page) => page.items)
          .map((unit) => (
            <UnitRow key={unit.line} documentId={documentId} unit={unit} />
          ))}
      </ul>
      {units.hasNextPage && (
        <div className="card-foot table-more">
          <Button size="xs" loading={units.isFetchingNextPage} onClick={() => void units.fetchNextPage()}>
            More
          </Button>
        </div>
      )}
    </>
  )
}

function UnitRow({ documentId, unit }: { documentId: number; unit: Unit }) {
  const [opened, open] = useState(false)
  const isPackage = unit.kind === 'package'
  const code = (
    <Code groups={unit.sscc ? groupCode(unit.sscc, 'sscc') : groupCode(unit.serialNumber ?? '', 'serial')} boldTail={!isPackage} />
  )
  return (
    <li>
      <span>{unit.medId === null ? code : <Link href={medHref({ id: unit.medId })}>{code}</Link>}</span>
      <span className="muted">{isPackage ? insideOf(unit) : <LotAndExpiry unit={unit} />}</span>
      <span>
        {isPackage && unit.children > 0 && (
          <Button size="xs" variant="subtle" aria-expanded={opened} onClick={() => open(!opened)}>
            {opened ? 'Close' : 'Open'}
          </Button>
        )}
      </span>
      <span className="med-rows-end">
        <State unit={unit} />
      </span>
      {opened && (
        <div className="contents-inside">
          <Units documentId={documentId} parentLine={unit.line} />
        </div>
      )}
    </li>
  )
}

const insideOf = ({ meds, contents, children }: Unit) =>
  [meds > 0 ? countOf(meds, 'med') : countOf(children, 'unit'), contents.slice(0, 3).join(', ')].filter(Boolean).join(', ')

function LotAndExpiry({ unit: { lotNumber, expirationDate } }: { unit: Unit }) {
  const isExpired = expirationDate !== null && expirationDate < dayOf(new Date())
  return (
    <>
      {lotNumber && (
        <>
          Lot <span className="code">{lotNumber}</span>,{' '}
        </>
      )}
      {expirationDate && (
        <span className={isExpired ? 'stop' : undefined}>{`${isExpired ? 'expired' : 'expires'} ${formatDate(expirationDate)}`}</span>
      )}
    </>
  )
}

function State({ unit: { kind, meds, received, held, isHeld, isShipped } }: { unit: Unit }) {
  if (kind === 'package') {
    if (held > 0) return <HeldBadge meds={held} of={meds} />
    if (meds > 0 && received >= meds) return <Badge meaning="done">Received</Badge>
    return <Badge>{received > 0 ? `${formatCount(received)} of ${formatCount(meds)} received` : 'Not received'}</Badge>
  }
  if (isHeld) return <HeldBadge />
  if (received > 0) return <Badge meaning="done">Received</Badge>
  return isShipped ? <Badge>Not received</Badge> : <Badge meaning="attention">In the file, not shipped</Badge>
}
