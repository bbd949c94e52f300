import { Button, Group } from '@mantine/core'
import { formatAmount, SHIPMENT_STOPS, type Shipment, type ShipmentUnit } from '@seriatim/schema'
import { IconTrash } from '@tabler/icons-react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDateTime, formatExpiry } from '../../ui/text/format.ts'
import { IconButton } from '../../ui/text/icon-button.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { ResultBadge } from '../verification/result-badge.tsx'
import { VerifyButton } from '../verification/verify-button.tsx'

/** Scanned packages, newest first. In a draft each unit can be removed. */
export function UnitList({ shipment }: { shipment: Shipment }) {
  const list = trpc.shipment.readManyUnits.useInfiniteQuery(
    { shipmentId: shipment.id, limit: 100 },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  )
  return (
    <Section title="Packages" aside={formatAmount(shipment.meds, 'package')}>
      <Loaded
        query={list}
        subject="The packages"
        sentence={findServerSentence(list.error)}
        safe="Your records are safe"
        waiting={<SkeletonCard />}
      >
        {({ pages }) => <Units shipment={shipment} units={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      {list.hasNextPage && (
        <Button mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Section>
  )
}

function Units({ shipment, units }: { shipment: Shipment; units: readonly ShipmentUnit[] }) {
  const remove = trpc.shipment.deleteOneUnit.useMutation({ meta: { touches: ['shipment'], done: 'Removed from the shipment.' } })
  if (units.length === 0)
    return (
      <Card>
        <EmptyLine>Nothing has been scanned yet.</EmptyLine>
      </Card>
    )
  const { mayWrite, purpose } = shipment
  const isReturn = purpose === 'return' || purpose === 'nonsaleable'
  return (
    <Card>
      <PlainTable label="Packages" head={['Product', 'Serial number', 'Lot', 'Expires', 'Packages', ...(mayWrite ? [''] : [])]} stacks>
        {units.map((unit) => (
          <tr key={unit.n}>
            <td>
              <span>
                <b>{unit.productName ?? 'Product not named'}</b>
                {unit.accepted.length > 0 && (
                  <SubText>Accepted: {unit.accepted.map((code) => SHIPMENT_STOPS[code].title.toLowerCase()).join(', ')}</SubText>
                )}
                {unit.verification && <AnswerShown verification={unit.verification} />}
              </span>
            </td>
            <td data-label="Serial number">
              <UnitName unit={unit} />
            </td>
            <td data-label="Lot">{unit.lotNumber ?? '–'}</td>
            <td data-label="Expires">{unit.expirationDate ? formatExpiry(unit.expirationDate) : '–'}</td>
            <td data-label="Packages">{unit.isPackage ? `Contains ${formatAmount(unit.meds, 'package')}` : '1'}</td>
            {mayWrite && (
              <td>
                <Group gap="xs" justify="flex-end" wrap="nowrap" w="100%">
                  {isReturn && <AskButton unit={unit} locationId={shipment.locationId} />}
                  <IconButton
                    of={IconTrash}
                    label={`Remove ${unit.serialNumber ?? unit.sscc}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate({ shipmentId: shipment.id, n: unit.n })}
                  />
                </Group>
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}

/** A button that asks the manufacturer about a package in a return. There is none for a case or for a package that is not on file. */
function AskButton({ unit: { medId, isPackage, productName, serialNumber }, locationId }: { unit: ShipmentUnit; locationId: number }) {
  if (medId === null || isPackage) return null
  const name = [productName, serialNumber].filter(Boolean).join(', ')
  return <VerifyButton size="xs" label="Verify" prefer="return" subject={{ medId, locationId, name }} />
}

function AnswerShown({ verification: { answeredAt, driver, ...answer } }: { verification: NonNullable<ShipmentUnit['verification']> }) {
  return (
    <SubText>
      <ResultBadge {...answer} /> {driver === 'simulator' ? 'By the simulator, ' : ''}
      {formatDateTime(answeredAt)}
    </SubText>
  )
}

function UnitName({ unit: { medId, isPackage, serialNumber, sscc } }: { unit: ShipmentUnit }) {
  const name = serialNumber ?? sscc ?? ''
  const code = <span style={{ fontFamily: 'var(--mono)' }}>{name}</span>
  return medId !== null && !isPackage ? <Link href={`/meddetail/${medId}`}>{code}</Link> : code
}
