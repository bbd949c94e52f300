import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { findServerSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx'
import { useQueryState } from '../../../ui/form/use-query-state.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DesktopOnly, PhoneOnly } from '../../../ui/layout/phone-only.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { SeatsUnread, SeatWords } from '../invite/seat-words.tsx'
import { UserTabs } from '../user-tabs.tsx'
import type { User } from '../user-words.tsx'
import { LeavingDialog } from './leaving-dialog.tsx'
import { ChangesAside, DiscardButton, ReviewDialog } from './matrix-changes.tsx'
import { MatrixList } from './matrix-list.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { type Matrix, type MatrixLocation, useMatrix } from './use-matrix.ts'
import { type MatrixSaving, useMatrixSaving } from './use-matrix-saving.ts'

const NONE: readonly never[] = []

const LOADING = {
  safe: 'Nobody’s access has changed',
  waiting: <Skeleton width="100%" height={320} />,
}

/** People by locations: one click changes a cell, and all changes are saved together. */
export default function MatrixPage() {
  const users = trpc.user.readAllByCustomerid.useQuery()
  const places = trpc.location.readAllByUserid.useQuery()
  const seats = trpc.user.readSeats.useQuery()
  const [{ deactivated }, setQuery] = useQueryState()
  const isShown = deactivated === 'shown'
  const shown = (users.data ?? NONE).filter((user) => isShown || user.status !== 'deactivated')
  const matrix = useMatrix(shown, places.data ?? NONE)
  const save = useMatrixSaving(matrix)
  const [reviewing, setReviewing] = useState(false)
  const amount = matrix.changes.length
  const { question } = useLeaveGuard(amount > 0, `${formatAmount(amount, 'change')} to access ${amount === 1 ? 'is' : 'are'} not saved.`)
  const thumb = amount > 0 && (
    <>
      <DiscardButton matrix={matrix} save={save} />
      <Button variant="filled" onClick={() => setReviewing(true)}>
        {`Review ${formatAmount(amount, 'change')}`}
      </Button>
    </>
  )
  return (
    <Page title="Users" crumbs={[{ label: 'Manage Users' }]} lede={seats.data && <SeatWords seats={seats.data} />} full thumb={thumb}>
      <SeatsUnread seats={seats} />
      <UserTabs>
        <Switch checked={isShown} onChange={(on) => setQuery({ deactivated: on ? 'shown' : undefined })}>
          Show Deactivated Users
        </Switch>
      </UserTabs>
      <Loaded query={users} subject="The users" sentence={findServerSentence(users.error)} {...LOADING}>
        {() => (
          <Loaded query={places} subject="The locations" {...LOADING}>
            {(columns) => (
              <Group gap="lg" align="flex-start">
                <View users={shown} places={columns} matrix={matrix} />
                {amount > 0 && <ChangesAside matrix={matrix} save={save} />}
              </Group>
            )}
          </Loaded>
        )}
      </Loaded>
      <ReviewDialog matrix={matrix} save={save} opened={reviewing && amount > 0} onClose={() => setReviewing(false)} />
      <LeavingDialog matrix={matrix} />
      <AloneDialog save={save} places={places.data ?? NONE} amount={amount} />
      {question}
    </Page>
  )
}

function View(props: { users: readonly User[]; places: readonly MatrixLocation[]; matrix: Matrix }) {
  return (
    <Box flex="1 1 560px" miw={0}>
      <Card>
        <DesktopOnly block>
          <MatrixTable {...props} />
        </DesktopOnly>
        <PhoneOnly block>
          <MatrixList {...props} />
        </PhoneOnly>
      </Card>
    </Box>
  )
}

/** Asks before changes that leave a location without an admin are saved. */
function AloneDialog({ save, places, amount }: { save: MatrixSaving; places: readonly MatrixLocation[]; amount: number }) {
  const names = places.filter(({ id }) => save.alone?.includes(id)).map(({ name }) => name)
  return (
    <ConfirmDialog
      opened={save.alone !== undefined}
      onClose={save.cancel}
      title="Leave a location without an admin?"
      confirmLabel={`Save ${formatAmount(amount, 'change')}`}
      destructive
      pending={save.isPending}
      onConfirm={() => save.run(true)}
    >
      <p>
        Nobody would administer <b>{names.join(', ')}</b>. Only you would manage its users.
      </p>
    </ConfirmDialog>
  )
}
