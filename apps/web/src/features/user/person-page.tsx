import { Group } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { Link } from 'wouter'
import { explainMissing } from '../../api/explain-missing.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatAmount, formatDate, formatLongDate, formatWhen } from '../../ui/text/format.ts'
import { AccessTable } from './access-table.tsx'
import { ActiveButton } from './active-button.tsx'
import { GrantButton } from './grant-button.tsx'
import { HandOverButton } from './invite/hand-over-button.tsx'
import { InvitationButtons } from './invite/invitation-buttons.tsx'
import { type Person, writePhrase } from './person-words.ts'
import { ResetAppButton } from './reset-app-button.tsx'
import { fullName, pickEmail, UserStatusBadge } from './user-words.tsx'

export default function PersonPage() {
  const userId = useRouteId('/users/:userId')
  const person = trpc.user.readOnePerson.useQuery({ userId }, { enabled: userId > 0 })
  const { data } = person
  const none = explainMissing(userId, person, 'No user was found for this link.')
  const actions = data && (
    <>
      <ActiveButton person={data} />
      <GrantButton person={data} />
    </>
  )
  const hasActions =
    data && (data.may.includes('deactivate') || data.may.includes('reactivate') || data.locations.some(({ may }) => may.includes('grant')))
  return (
    <Page
      title={data ? fullName(data.user) : 'User'}
      crumbs={[{ label: 'Manage Users', href: '/users' }]}
      lede={data && <Lede person={data} />}
      actions={actions}
      thumb={hasActions && actions}
    >
      <FoundOrNone
        none={none}
        list={{ href: '/users', label: 'Manage Users' }}
        query={person}
        subject="This user"
        safe="Their access has not changed"
        waiting={<Skeleton width="100%" height={240} />}
      >
        {(found) => <Detail person={found} />}
      </FoundOrNone>
    </Page>
  )
}

function Lede({ person: { user, isCustomerAdmin } }: { person: Person }) {
  return (
    <Group component="span" gap="6px 12px" mt={4}>
      <UserStatusBadge user={user} always />
      {isCustomerAdmin && <Badge>Customer admin</Badge>}
      <span>{[user.title, pickEmail(user)].filter(Boolean).join(', ')}</span>
    </Group>
  )
}

function Detail({ person }: { person: Person }) {
  const { locations, isCustomerAdmin } = person
  const own = locations.filter(({ access }) => access !== 'none').length
  return (
    <Columns>
      <Column>
        {person.isSelf && (
          <Note title="This is you">
            {isCustomerAdmin
              ? 'You are the customer admin and have all permissions. To step down, make someone else the customer admin.'
              : 'You cannot change your own access. Ask the customer admin.'}
          </Note>
        )}
        {isCustomerAdmin && !person.isSelf && (
          <Note title="The customer admin has every location and all permissions">This access cannot be changed here.</Note>
        )}
        <Section title="Location access" aside={`${own} of ${locations.length}`}>
          <Card>
            {locations.length ? <AccessTable person={person} /> : <EmptyLine>There is no location that you administer.</EmptyLine>}
          </Card>
        </Section>
        {person.lately && (
          <Section title="Recent activity" aside={<Link href={`/audit?user=${person.user.id}`}>Audit trail of this person</Link>}>
            <Card>
              {person.lately.length ? (
                <Lines
                  lines={person.lately.map((line) => ({
                    key: line.id,
                    name: writePhrase(line),
                    content: writePhrase(line),
                    end: <time dateTime={line.at}>{formatWhen(line.at)}</time>,
                  }))}
                />
              ) : (
                <EmptyLine>No activity yet.</EmptyLine>
              )}
            </Card>
          </Section>
        )}
      </Column>
      <Column>
        <SignIn person={person} />
      </Column>
    </Columns>
  )
}

function SignIn({ person }: { person: Person }) {
  const { signIn, invited, user, joinedAt, deactivatedAt } = person
  const by = invited?.by ? ` by ${writeFullName(invited.by)}` : ''
  const facts = [
    ...(signIn
      ? [
          {
            label: 'Last sign-in',
            value: signIn.lastAt ? formatWhen(signIn.lastAt) : 'Not yet',
            sub: signIn.lastDevice,
          },
          {
            label: 'Second factor',
            value: signIn.secondFactor === 'app' ? 'Authenticator app' : 'Code by email',
            sub: signIn.secondFactor === 'app' && `${formatAmount(signIn.recoveryCodesLeft, 'recovery code')} left`,
          },
          {
            label: 'Devices',
            value: signIn.devices.length || 'None signed in',
            sub: signIn.devices.map(({ device }) => device).join(', '),
          },
          {
            label: 'Access tokens',
            value: signIn.accessTokens.length || 'None',
            sub: signIn.accessTokens.map(({ name, expiresAt }) => `${name}, ends ${formatDate(expiresAt)}`).join('; '),
          },
        ]
      : []),
    ...(invited
      ? [{ label: 'Invited', value: `${formatLongDate(invited.at)}${by}`, sub: invited.mail === 'failed' && 'The email did not arrive' }]
      : []),
    ...(user.invitationEndsAt ? [{ label: 'Link valid until', value: formatWhen(user.invitationEndsAt) }] : []),
    ...(joinedAt ? [{ label: 'User since', value: formatLongDate(joinedAt) }] : []),
    ...(deactivatedAt ? [{ label: 'Deactivated', value: formatLongDate(deactivatedAt) }] : []),
  ]
  if (facts.length === 0) return null
  return (
    <Section title={signIn ? 'Sign-in' : 'Invitation'}>
      <FactsCard facts={facts} />
      <Group gap="xs" mt="sm">
        <InvitationButtons person={person} />
        <ResetAppButton person={person} />
        <HandOverButton person={person} />
      </Group>
    </Section>
  )
}
