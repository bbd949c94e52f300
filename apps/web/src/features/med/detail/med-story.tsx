import { Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { TraceButton } from '../../../shell/trace-button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { type Custody, Timeline } from '../../../ui/list/timeline.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatDateTime, formatLongDate } from '../../../ui/text/format.ts'
import { VerifyButton } from '../../verification/verify-button.tsx'
import type { Pedigree } from './med-facts.tsx'

type Entry = Pedigree['history'][number]
type Party = Entry['party']

const kinds = { event: 'event', handover: 'hand', done: 'done', undo: 'undo', stop: 'stop', note: 'event' } as const

/** History of the med, grouped by custodian. */
export function MedHistory({ pedigree }: { pedigree: Pedigree }) {
  const { history, orders } = pedigree
  const custodies = collectCustodies(history)
  const parties = new Set(history.map(({ party }) => keyOfParty(party))).size
  const sender = orders[0]?.senderNames[0]
  const summary = [
    formatAmount(history.length, 'event'),
    formatAmount(parties, 'party', 'parties'),
    sender && pedigree.isEpcisGenerated && `from ${sender}’s file`,
  ]
  return (
    <Section title="History" aside={history.length > 0 && summary.filter(Boolean).join(', ')}>
      <Card>{history.length > 0 ? <Timeline custodies={custodies} /> : <EmptyState>No earlier history is on record.</EmptyState>}</Card>
      {!pedigree.isReadOnly && (
        <Group mt="xs" gap="xs">
          <VerifyPackage pedigree={pedigree} />
          <TraceButton kind="med" id={pedigree.med.id} />
        </Group>
      )}
    </Section>
  )
}

/**
 * Button that asks the manufacturer whether a serial number is genuine. Hidden for cases and pallets, and for packages without a GTIN, whose
 * manufacturer is unknown.
 */
function VerifyPackage({ pedigree: { med, package: inside, redbookDetail, customerLocation, isHeld } }: { pedigree: Pedigree }) {
  if (!med.gtin || inside) return null
  const name = [redbookDetail.medName, med.serialNumber].filter(Boolean).join(', ')
  return <VerifyButton prefer={isHeld ? 'suspect' : 'status'} subject={{ medId: med.id, locationId: customerLocation.id, name }} />
}

function keyOfParty({ gln, name, place }: Party): string {
  return gln ?? name ?? place ?? ''
}

function collectCustodies(history: readonly Entry[]): Custody[] {
  const groups: { party: Party; entries: Entry[] }[] = []
  for (const entry of history) {
    const last = groups.at(-1)
    if (last && keyOfParty(last.party) === keyOfParty(entry.party)) last.entries.push(entry)
    else groups.push({ party: entry.party, entries: [entry] })
  }
  return groups.map(({ party, entries }, at) => ({
    key: at,
    holder: party.name ?? (party.gln ? 'Party not named' : 'Place not named'),
    place: drawPlace(party),
    entries: entries.map(({ at: time, what, detail, kind, ...about }, place) => ({
      key: `${place} ${time}`,
      time: time ? formatDateTime(time) : 'Not dated',
      what: drawWhat({ what, ...about }),
      detail: detail && readable(detail),
      kind: kinds[kind],
    })),
  }))
}

function drawWhat({
  what,
  incidentId,
  investigationId,
  tracingId,
  shipmentId,
  verificationId,
}: Omit<Entry, 'at' | 'detail' | 'kind' | 'party'>): ReactNode {
  if (incidentId) return <Link href={`/incidenttracker?incident=${incidentId}`}>{what}</Link>
  if (tracingId) return <Link href={`/tracing/${tracingId}`}>{what}</Link>
  if (verificationId) return <Link href={`/verify?show=${verificationId}`}>{what}</Link>
  if (shipmentId) return <Link href={`/outbound/${shipmentId}`}>{what}</Link>
  return investigationId ? <Link href={`/investigations/${investigationId}`}>{what}</Link> : what
}

function drawPlace({ place, gln }: Party): ReactNode {
  if (!place && !gln) return undefined
  return (
    <>
      {place}
      {place && gln && ', '}
      {gln && (
        <>
          GLN <Code groups={groupCode('gln', gln)} />
        </>
      )}
    </>
  )
}

/** Formats an SSCC or serial number in groups, and dates in other details as the specification does. */
function readable(detail: string): ReactNode {
  if (/^\d{18}$/.test(detail)) return <Code groups={groupCode('sscc', detail)} />
  if (/^[^\s,]+$/.test(detail) && /\d/.test(detail)) return <Code groups={groupCode('serial', detail)} />
  return detail.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatLongDate(day))
}

/** Orders that list the med, newest first. */
export function MedOrders({ pedigree: { orders } }: { pedigree: Pedigree }) {
  if (orders.length === 0) return null
  return (
    <Section title="Orders" aside={orders.length > 1 && `${formatAmount(orders.length, 'order')} list this package`}>
      <Card>
        <Lines
          lines={orders.map(({ documentId, purchaseOrderNumbers, senderNames, timeStamp, isReceived, isShipped }) => {
            const name = purchaseOrderNumbers[0] ? `PO ${purchaseOrderNumbers.join(', ')}` : 'Order without a number'
            return {
              key: documentId,
              name,
              content: <Link href={`/orders/receive/${documentId}`}>{name}</Link>,
              sub: `${senderNames[0] ?? 'Sender not named'}, ${formatDateTime(timeStamp)}`,
              end: isReceived ? (
                <Badge meaning="done">Received</Badge>
              ) : isShipped ? (
                <Badge>Not received</Badge>
              ) : (
                <Badge meaning="attention">In the file, not shipped</Badge>
              ),
            }
          })}
        />
      </Card>
    </Section>
  )
}
