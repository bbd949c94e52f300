import { Anchor } from '@mantine/core'
import { dollars, PAYMENTS_LISTED } from '@seriatim/schema'
import { findServerSentence } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'

type Payment = Outputs['subscription']['readManyPayments'][number]

/** Payments of subscriptions and one-time purchases, with the provider's invoices. */
export function Payments() {
  const payments = trpc.subscription.readManyPayments.useQuery(undefined, { retry: false, staleTime: 60_000 })
  return (
    <Section title="Payments and invoices">
      <Card>
        <Loaded
          waiting={<EmptyLine>Loading your payments…</EmptyLine>}
          query={payments}
          subject="Your payments"
          sentence={findServerSentence(payments.error)}
          safe="They are safe with the payment provider"
        >
          {(paid) =>
            paid.length ? (
              <>
                <PlainTable label="Payments" stacks head={['Paid for', 'Date', 'Total', 'Invoice']}>
                  {paid.map((payment) => (
                    <PaymentRow key={payment.id} payment={payment} />
                  ))}
                </PlainTable>
                {paid.length >= PAYMENTS_LISTED && (
                  <EmptyLine>{`These are your last ${PAYMENTS_LISTED} payments. The payment provider has the earlier invoices.`}</EmptyLine>
                )}
              </>
            ) : (
              <EmptyLine>No payments yet. Each payment will be listed here with its invoice.</EmptyLine>
            )
          }
        </Loaded>
      </Card>
    </Section>
  )
}

function PaymentRow({ payment: { items, at, totalCents, reference, invoiceUrl } }: { payment: Payment }) {
  return (
    <tr>
      <th scope="row">
        <div>
          {items.map(({ display, quantity }) => `${display} × ${quantity}`).join(', ')}
          {items.some(({ isOnce }) => isOnce) && (
            <SubText>{items.every(({ isOnce }) => isOnce) ? 'One-time charge' : 'Includes one-time charges'}</SubText>
          )}
        </div>
      </th>
      <td data-label="Date">{at ? formatDate(at) : '–'}</td>
      <td data-label="Total">{dollars(totalCents)}</td>
      <td data-label="Invoice">
        {invoiceUrl ? (
          <Anchor href={invoiceUrl} target="_blank" rel="noopener noreferrer">
            {reference ?? 'Open'}
          </Anchor>
        ) : (
          (reference ?? '–')
        )}
      </td>
    </tr>
  )
}
