import { Stack } from '@mantine/core'
import { useSession } from '../api/session/session.ts'
import { trpc } from '../api/trpc.ts'
import { Section } from '../ui/layout/section.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Failed } from '../ui/page/loaded.tsx'
import { Muted } from '../ui/text/text.tsx'
import { isCustomerAdmin } from './route/rights.ts'

export function OperatorContact({ meaning }: { meaning?: string }) {
  const operator = trpc.customer.readOperator.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Section title="Contact">
      {operator.isError ? (
        <Failed query={operator} subject="The contact" meaning={meaning} />
      ) : operator.data ? (
        <ContactLines {...operator.data} />
      ) : (
        <Skeleton width={180} />
      )}
    </Section>
  )
}

interface ContactLinesProps {
  name: string | null
  emailAddress: string | null
  phoneNumber: string | null
  hours: string | null
}

function ContactLines({ name, emailAddress, phoneNumber, hours }: ContactLinesProps) {
  const isAdmin = isCustomerAdmin(useSession())
  if (!emailAddress && !phoneNumber)
    return <p>The operator of this installation has not entered contact information yet.{!isAdmin && ' Ask your customer admin.'}</p>
  return (
    <Stack gap={4}>
      {name && <b>{name}</b>}
      {emailAddress && <a href={`mailto:${emailAddress}`}>{emailAddress}</a>}
      {phoneNumber && <a href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}>{phoneNumber}</a>}
      {hours && <Muted>{hours}</Muted>}
    </Stack>
  )
}
