import { Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { explainMissing } from '../../api/explain-missing.ts'
import { trpc } from '../../api/trpc.ts'
import { TraceButton } from '../../shell/trace-button.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { Page } from '../../ui/page/page.tsx'
import { reportHref } from '../scan/report-link.ts'
import { VerifyButton } from '../verification/verify-button.tsx'
import { AskPartner } from './ask-dialog.tsx'
import { Fetching } from './document/fetching.tsx'
import { WhatIsWrong } from './document/what-is-wrong.tsx'
import { TicketDue, TicketStatusBadge } from './exception-words.tsx'
import { TicketActivity } from './ticket/ticket-activity.tsx'
import { TicketCorrections } from './ticket/ticket-corrections.tsx'
import { TicketFacts } from './ticket/ticket-facts.tsx'
import { TicketHeld } from './ticket/ticket-held.tsx'
import { ChangeStatus } from './ticket/ticket-status.tsx'
import { STALE, type Ticket } from './use-exceptions.ts'

/** Polling interval while the document is being read for this page. */
const POLL_MS = 1000

export default function ExceptionPage() {
  const documentExceptionId = useRouteId('/exceptions/:documentExceptionId')
  const query = trpc.documentException.readOneById.useQuery(
    { documentExceptionId },
    {
      enabled: documentExceptionId > 0,
      ...STALE,
      refetchInterval: ({ state }) => (state.data && !state.data.isRead ? POLL_MS : false),
    },
  )
  const { data } = query
  const none = explainMissing(documentExceptionId, query, 'No ticket was found for this link.')
  return (
    <Page
      title={data ? `Ticket ${data.ticketNumber}` : 'Ticket'}
      crumbs={[{ label: 'Document Exceptions', href: '/exceptions' }]}
      full
      lede={data && <Lede ticket={data} />}
      actions={data && <Actions ticket={data} />}
      thumb={
        data && (
          <>
            <ChangeStatus ticket={data} />
            <AskPartner ticket={data} />
          </>
        )
      }
    >
      <FoundOrNone
        none={none}
        list={{ href: '/exceptions', label: 'Document Exceptions' }}
        query={query}
        subject="This ticket"
        safe="Your tickets are safe"
        waiting={<Fetching />}
      >
        {(ticket) => <Detail ticket={ticket} />}
      </FoundOrNone>
    </Page>
  )
}

function Lede({ ticket }: { ticket: Ticket }) {
  return (
    <Group gap="6px 12px" mt={4}>
      <Text span fz="lg" fw={600} c="var(--ink-1)">
        {ticket.sender ?? 'Sender not named'}
      </Text>
      {ticket.poNumber && <span>PO {ticket.poNumber}</span>}
      <TicketStatusBadge status={ticket.currentErrorStatus} />
      {ticket.dueOn && <TicketDue row={ticket} long />}
    </Group>
  )
}

function Actions({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <ChangeStatus ticket={ticket} />
      {ticket.currentErrorStatus === 'OPEN' && ticket.reportable.units.length > 0 && (
        <Button component={Link} href={incidentHref(ticket)}>
          Turn into an incident
        </Button>
      )}
      {ticket.reportable.units.length > 0 && (
        <VerifyButton prefer="exception" packages={ticket.reportable.units} locationName={ticket.locationName} />
      )}
      <TraceButton kind="exception" id={ticket.id} />
      <AskPartner ticket={ticket} />
    </>
  )
}

/** Link to a report form prefilled from the ticket: packages of one product, the order and the reason. */
function incidentHref({ reportable: { units, hasMore, hasOthers }, order, ticketNumber, title }: Ticket): string {
  const [first, ...more] = units
  const { serialNumber, gtin, lotNumber, expirationDate } = first ?? {}
  const left = [
    hasMore && `The first ${units.length} serial numbers are listed; the ticket has all of them.`,
    hasOthers && 'The ticket also names other products, which need reports of their own.',
  ]
  return reportHref({
    serialNumber: serialNumber ?? '',
    also: more.flatMap((unit) => unit.serialNumber ?? []).join(' ') || undefined,
    why: [`Ticket ${ticketNumber}: ${title.replace(/\.$/, '')}.`, ...left].filter(Boolean).join(' '),
    gtin: gtin ?? undefined,
    lotNumber: lotNumber ?? undefined,
    expirationDate: expirationDate ?? undefined,
    documentId: order?.documentId,
  })
}

function Detail({ ticket }: { ticket: Ticket }) {
  return (
    <Columns>
      <Column>
        <TicketCorrections ticket={ticket} />
        {ticket.isRead ? <WhatIsWrong ticket={ticket} /> : <Fetching />}
      </Column>
      <Column>
        <TicketFacts ticket={ticket} />
        <TicketHeld ticket={ticket} />
        <TicketActivity ticket={ticket} />
      </Column>
    </Columns>
  )
}
