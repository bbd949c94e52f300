import { Box, Button, Group, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { isAvailable } from '../../shell/menu/menu.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { Note } from '../../ui/layout/note.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { Avatar } from '../../ui/text/avatar.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Quiet } from '../../ui/text/icon-text.tsx'
import { InviteDialog } from './invite/invite-dialog.tsx'
import { SeatsUnread, SeatWords } from './invite/seat-words.tsx'
import { UserTabs } from './user-tabs.tsx'
import { fullName, pickEmail, type User, UserStatusBadge, writeLocations } from './user-words.tsx'
import css from './users.module.css'

/** A location admin's list shows only the locations that they administer, because the server sends them no data about a person's access elsewhere. */
const columnsFor = (isOwner: boolean): readonly TableColumn<User>[] => [
  {
    key: 'name',
    label: 'User',
    link: true,
    card: 'title',
    cell: (user) => (
      <Group component="span" gap="sm" wrap="nowrap" className={user.isActive ? undefined : (css.off ?? '')}>
        <Avatar {...user} />
        <span>
          <b>{fullName(user)}</b>
          <Text span display="block" size="xs" fw={400} c="dimmed">
            {pickEmail(user)}
          </Text>
        </span>
      </Group>
    ),
  },
  { key: 'title', label: 'Job title', leaves: 'medium', cell: (user) => user.title },
  {
    key: 'locations',
    label: 'Locations',
    card: 'line',
    cell: (user) => writeLocations(user) || <Quiet>{isOwner ? 'No location' : 'None of your locations'}</Quiet>,
  },
  {
    key: 'role',
    label: 'Role',
    card: 'foot',
    cell: (user) => (isOwner || writeLocations(user) ? describeRole(user) : <Quiet>–</Quiet>),
  },
  { key: 'state', label: 'State', card: 'mark', cell: (user) => <UserStatusBadge user={user} /> },
]

function describeRole({ id, customer, userCustomerLocations }: User): string {
  if (id === customer.adminId) return 'Customer admin'
  return userCustomerLocations.some(({ isAdmin }) => isAdmin) ? 'Location admin' : 'User'
}

const COLUMNS = { owner: columnsFor(true), admin: columnsFor(false) }

export default function UsersPage() {
  const users = trpc.user.readAllByCustomerid.useQuery()
  const seats = trpc.user.readSeats.useQuery()
  const [{ deactivated }, setQuery] = useQueryState()
  const [inviting, setInviting] = useState(false)
  const isOwner = isCustomerAdmin(useSession())
  const isShown = deactivated === 'shown'
  const rows = users.data?.filter((user) => isShown || user.status !== 'deactivated')
  const full = seats.data !== undefined && !mayInvite(seats.data)
  const invite = (
    <Button
      variant="filled"
      leftSection={<Glyph of={IconUserPlus} size={16} />}
      // If the seats could not be loaded, the button stays enabled, and the server checks whether a seat is left.
      disabled={seats.isPending || full}
      onClick={() => setInviting(true)}
    >
      Invite New User
    </Button>
  )
  return (
    <Page
      title="Users"
      crumbs={[{ label: 'Manage Users' }]}
      lede={seats.data ? <SeatWords seats={seats.data} /> : '\u00a0'}
      full
      actions={
        <>
          <Button component={Link} href="/users/rights">
            Who may do what
          </Button>
          {invite}
        </>
      }
      thumb={invite}
    >
      <RevealTogether waiting={<SkeletonCard />}>
        <SeatsUnread seats={seats} />
        {seats.data && <SeatNote seats={seats.data} />}
        <UserTabs>
          <Switch checked={isShown} onChange={(on) => setQuery({ deactivated: on ? 'shown' : undefined })}>
            Show Deactivated Users
          </Switch>
        </UserTabs>
        <DataTable
          label="Users"
          tall
          columns={isOwner ? COLUMNS.owner : COLUMNS.admin}
          rows={rows}
          rowKey={(user) => user.id}
          rowHref={(user) => `/users/${user.id}`}
          empty={<EmptyState>All users here are deactivated.</EmptyState>}
          failed={{
            query: users,
            subject: 'The users',
            sentence: findServerSentence(users.error),
            safe: 'Nobody’s access has changed',
          }}
        />
      </RevealTogether>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}

type Seats = Outputs['user']['readSeats']

function mayInvite({ allowed, active, isSubscribed, graceUntil }: Seats): boolean {
  if (!isSubscribed) return graceUntil !== null && Date.parse(graceUntil) > Date.now()
  return allowed === 'unlimited' || allowed > active
}

function SeatNote({ seats }: { seats: Seats }) {
  const isOwner = isCustomerAdmin(useSession())
  const way = isOwner && isAvailable('/subscription') && (
    <Button size="xs" component={Link} href="/subscription/modify">
      Add users to the subscription
    </Button>
  )
  if (!seats.isSubscribed)
    return (
      <Box mb="md">
        <Note meaning="attention" title="No subscription is active" action={way}>
          {mayInvite(seats)
            ? `Users can be invited and reactivated until ${formatLongDate(seats.graceUntil)}.`
            : 'You cannot invite or reactivate anyone until you have a subscription. Current users can keep working.'}
        </Note>
      </Box>
    )
  if (mayInvite(seats)) return null
  return (
    <Box mb="md">
      <Note meaning="attention" title="Your subscription allows no more users" action={way}>
        To invite someone, deactivate a user or withdraw an invitation first.
      </Note>
    </Box>
  )
}
