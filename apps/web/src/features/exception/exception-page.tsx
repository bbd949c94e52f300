import { Button } from '@mantine/core'
import { Link, useRoute } from 'wouter'
import { keyOf, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { reportHref } from '../scan/report-link.ts'
import { AskPartner } from './ask-dialog.tsx'
import css from './exception-page.module.css'
import { Due, StatusBadge } from './exception-words.tsx'
import { TicketActivity } from './ticket-activity.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketHeld } from './ticket-held.tsx'
import { ChangeStatus } from './ticket-status.tsx'
import { STALE, type Ticket } from './use-exceptions.ts'
import { WhatIsWrong } from './what-is-wrong.tsx'

/** While the document is being read for this page, it looks again. */
const LOOK_MS = 1000

export default function ExceptionPage() {
  const [, params] = useRoute('/exceptions/:documentExceptionId')
  const documentExceptionId = /^\d{1,15}$/.test(params?.documentExceptionId ?? '') ? Number(params?.documentExceptionId) : 0
  const query = trpc.documentException.readOneById.useQuery(
    { documentExceptionId },
    {
      enabled: documentExceptionId > 0,
      ...STALE,
      refetchInterval: ({ state }) => (state.data && !state.data.isRead ? LOOK_MS : false),
    },
  )
  const { data, error } = query
  const none = documentExceptionId === 0 ? 'There is no ticket at this address.' : error && keyOf(error) ? sentenceOf(error) : undefined
  return (
    <Page
      title={data ? `Ticket ${data.ticketNumber}` : 'Ticket'}
      crumbs={[
        { label: 'Home', href: '/' },
        { label: 'Document Exceptions', href: '/exceptions' },
      ]}
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
      {none && !data ? (
        <Card>
          <EmptyState
            action={
              <Button component={Link} href="/exceptions">
                Document Exceptions
              </Button>
            }
          >
            {none}
          </EmptyState>
        </Card>
      ) : (
        <Loaded
          query={query}
          what="This ticket could not be loaded."
          meaning="Your tickets are safe; this page just cannot reach the server."
          waiting={<Fetching />}
        >
          {(ticket) => <Detail ticket={ticket} />}
        </Loaded>
      )}
    </Page>
  )
}

function Fetching() {
  return (
    <Card>
      <p className={css.fetching} role="status">
        Fetching Document Data . . .
      </p>
    </Card>
  )
}

function Lede({ ticket }: { ticket: Ticket }) {
  return (
    <div className={css.lede}>
      <b>{ticket.sender ?? 'Sender not named'}</b>
      {ticket.poNumber && <span>PO {ticket.poNumber}</span>}
      <StatusBadge status={ticket.currentErrorStatus} />
      {ticket.dueOn && <Due row={ticket} long />}
    </div>
  )
}

function Actions({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <ChangeStatus ticket={ticket} />
      {ticket.currentErrorStatus === 'OPEN' && ticket.firstUnit && (
        <Button component={Link} href={incidentHref(ticket)}>
          Turn into an incident
        </Button>
      )}
      <AskPartner ticket={ticket} />
    </>
  )
}

/** The form of a report with what the ticket knows of its first package. */
function incidentHref({ firstUnit, order }: Ticket): string {
  const { serialNumber, gtin, lotNumber, expirationDate } = firstUnit ?? {}
  return reportHref({
    serialNumber: serialNumber ?? '',
    gtin: gtin ?? undefined,
    lotNumber: lotNumber ?? undefined,
    expirationDate: expirationDate ?? undefined,
    documentId: order?.documentId,
  })
}

function Detail({ ticket }: { ticket: Ticket }) {
  return (
    <div className={css.columns}>
      <div className={css.column}>{ticket.isRead ? <WhatIsWrong ticket={ticket} /> : <Fetching />}</div>
      <div className={css.column}>
        <TicketFacts ticket={ticket} />
        <TicketHeld ticket={ticket} />
        <TicketActivity ticket={ticket} />
      </div>
    </div>
  )
}
