import { Box, Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { readErrorKey, saidOr } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAmount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Lines } from '../../ui/lines.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OnDesk, OnPhone } from '../../ui/only.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { useQueryState } from '../../ui/use-query-state.ts'
import { MatrixList } from './matrix-list.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { collectLocationIds, TOUCHES } from './person-words.ts'
import { SeatsUnread, SeatWords } from './seat-words.tsx'
import { type Change, describeInWords, type Matrix, type Place, useMatrix } from './use-matrix.ts'
import { UserTabs } from './user-tabs.tsx'
import { fullName, type User } from './user-words.tsx'

const NONE: readonly never[] = []

/** People by locations: one look, one click for each cell, saved together. */
export default function MatrixPage() {
  const users = trpc.user.readAllByCustomerid.useQuery()
  const places = trpc.location.readAllByUserid.useQuery()
  const seats = trpc.user.readSeats.useQuery()
  const [{ deactivated }, setQuery] = useQueryState()
  const isShown = deactivated === 'shown'
  const shown = (users.data ?? NONE).filter((user) => isShown || user.status !== 'deactivated')
  const matrix = useMatrix(shown, places.data ?? NONE)
  const save = useSaving(matrix)
  const [reviewing, setReviewing] = useState(false)
  const amount = matrix.changes.length
  const { question } = useLeaveGuard(amount > 0, `${formatAmount(amount, 'change')} of access ${amount === 1 ? 'is' : 'are'} not saved.`)
  const discard = (
    <Button onClick={matrix.discard} disabled={save.isPending}>
      Discard
    </Button>
  )
  return (
    <Page
      title="Users"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'Manage Users' }]}
      lede={seats.data && <SeatWords seats={seats.data} />}
      full
      thumb={
        amount > 0 && (
          <>
            {discard}
            <Button variant="filled" onClick={() => setReviewing(true)}>
              {`Review ${formatAmount(amount, 'change')}`}
            </Button>
          </>
        )
      }
    >
      <SeatsUnread seats={seats} />
      <UserTabs>
        <Switch checked={isShown} onChange={(on) => setQuery({ deactivated: on ? 'shown' : undefined })}>
          Show Deactivated Users
        </Switch>
      </UserTabs>
      <Loaded
        query={users}
        what={saidOr(users.error, 'The users could not be loaded.')}
        meaning="Nobody’s access has changed; this page just cannot reach the server."
        waiting={<Skeleton width="100%" height={320} />}
      >
        {() => (
          <Loaded
            query={places}
            what="The locations could not be loaded."
            meaning="Nobody’s access has changed; this page just cannot reach the server."
            waiting={<Skeleton width="100%" height={320} />}
          >
            {(columns) => (
              <Group gap="lg" align="flex-start">
                <View users={shown} places={columns} matrix={matrix} />
                {amount > 0 && (
                  <Box component="aside" flex="0 1 288px" aria-label="Not saved yet">
                    <OnDesk block>
                      <Section title="Not saved yet" aside={formatAmount(amount, 'change')}>
                        <Changes matrix={matrix} />
                      </Section>
                      <Group gap="xs" mt="sm" grow>
                        {discard}
                        <Button variant="filled" loading={save.isPending} onClick={() => save.run()}>
                          {`Save ${formatAmount(amount, 'change')}`}
                        </Button>
                      </Group>
                    </OnDesk>
                  </Box>
                )}
              </Group>
            )}
          </Loaded>
        )}
      </Loaded>
      <Dialog
        opened={reviewing && amount > 0}
        onClose={() => setReviewing(false)}
        title="Not saved yet"
        foot={
          <>
            <Button onClick={() => setReviewing(false)}>Keep editing</Button>
            <Button variant="filled" loading={save.isPending} onClick={() => save.run()}>
              {`Save ${formatAmount(amount, 'change')}`}
            </Button>
          </>
        }
      >
        <Changes matrix={matrix} />
      </Dialog>
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
          Nobody would administer <b>{collectNames(save.alone, places.data)}</b>. Only you would manage its users.
        </p>
      </ConfirmDialog>
      {question}
    </Page>
  )
}

const collectNames = (ids: readonly number[] | undefined, places: readonly Place[] | undefined) =>
  places
    ?.filter(({ id }) => ids?.includes(id))
    .map(({ name }) => name)
    .join(', ')

/** Saves what was collected; what the server asks about is asked here. */
function useSaving(matrix: Matrix) {
  const { changes } = matrix
  const utils = trpc.useUtils()
  const [alone, setAlone] = useState<number[]>()
  const save = trpc.userLocation.updateMany.useMutation({
    meta: { done: 'Access saved.', touches: TOUCHES },
    onError: (error) => {
      if (readErrorKey(error) === 'last_admin') setAlone(collectLocationIds(error))
      else void utils.user.readAllByCustomerid.invalidate()
    },
  })
  const inputs = changes.map(({ user, place, from, to }) => ({ userId: user.id, customerLocationId: place.id, from, to }))
  const send = async (leaveWithoutAdmin: boolean) => {
    // What the server refuses is said by then, or asked.
    const saved = await save.mutateAsync({ changes: inputs, ...(leaveWithoutAdmin ? { leaveWithoutAdmin } : {}) }).catch(() => undefined)
    if (!saved) return
    matrix.settle(changes)
    setAlone(undefined)
  }
  return {
    isPending: save.isPending,
    alone,
    cancel: () => setAlone(undefined),
    run: (leaveWithoutAdmin = false) => void send(leaveWithoutAdmin),
  }
}

function View(props: { users: readonly User[]; places: readonly Place[]; matrix: Matrix }) {
  return (
    <Box flex="1 1 560px" miw={0}>
      <Card>
        <OnDesk block>
          <MatrixTable {...props} />
        </OnDesk>
        <OnPhone block>
          <MatrixList {...props} />
        </OnPhone>
      </Card>
    </Box>
  )
}

function Changes({ matrix: { changes, undo } }: { matrix: Matrix }) {
  return (
    <Card>
      <Lines
        lines={changes.map((change) => ({
          key: `${change.user.id} ${change.place.id}`,
          name: fullName(change.user),
          content: <b>{fullName(change.user)}</b>,
          sub: describeInWords(change),
          end: <Undo change={change} onUndo={undo} />,
        }))}
      />
    </Card>
  )
}

function Undo({ change, onUndo }: { change: Change; onUndo: (change: Change) => void }) {
  return (
    <IconButton of={IconX} size="xs" label={`Undo: ${fullName(change.user)} ${describeInWords(change)}`} onClick={() => onUndo(change)} />
  )
}
