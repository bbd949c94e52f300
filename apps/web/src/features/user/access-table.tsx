import { Button, Group, Text } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { IconCheck, IconUserStar } from '@tabler/icons-react'
import { useState } from 'react'
import { readErrorKey } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { IconText, Quiet } from '../../ui/text/icon-text.tsx'
import { SubText, VisuallyHidden } from '../../ui/text/text.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { MAKE_ADMIN, type Person, type PersonLocation, TOUCHES } from './person-words.ts'
import { fullName } from './user-words.tsx'

interface AccessAction {
  action: 'makeAdmin' | 'revokeAdmin' | 'remove'
  place: PersonLocation
}

/** A person's access at each location, past access, and access that could be granted. */
export function AccessTable({ person }: { person: Person }) {
  const session = useSession()
  const { user } = person
  const name = fullName(user)
  const [asked, setAsked] = useState<AccessAction>()
  const grant = trpc.userLocation.createOne.useMutation({ meta: { touches: TOUCHES } })
  const toggle = trpc.userLocation.updateOneToggleadmin.useMutation({ meta: { touches: TOUCHES } })
  const remove = trpc.userLocation.deleteOne.useMutation({ meta: { touches: TOUCHES } })
  const isBusy = grant.isPending || toggle.isPending || remove.isPending
  const at = (place: PersonLocation) => ({ userId: user.id, customerLocationId: place.customerLocationId })
  const run = async ({ action, place }: AccessAction) => {
    const leave = place.isLastAdmin ? { leaveWithoutAdmin: true } : {}
    try {
      if (action === 'remove') await remove.mutateAsync({ ...at(place), ...leave })
      else await toggle.mutateAsync({ ...at(place), to: action === 'makeAdmin', ...leave })
      if (action === 'makeAdmin') toast.done(`${name} is now an admin of ${place.name}.`)
      setAsked(undefined)
    } catch (error) {
      // The query client shows the error, and the dialog stays open. If somebody else's change has made this person the last admin, the dialog now
      // also warns of that.
      if (readErrorKey(error) === 'last_admin') setAsked({ action, place: { ...place, isLastAdmin: true } })
    }
  }
  // Two actions need no confirmation, because the customer admin can always undo them (ROLE-013): revoking an admin role while the location has
  // another admin, and, if the customer admin does it, granting an admin role.
  const begin = (next: AccessAction) => {
    const isHarmless =
      !next.place.isLastAdmin && (next.action === 'revokeAdmin' || (next.action === 'makeAdmin' && isCustomerAdmin(session)))
    if (isHarmless) void run(next)
    else setAsked(next)
  }
  const shown = person.locations
  const button = (place: PersonLocation, action: AccessAction['action'], words: string) =>
    place.may.includes(action) && (
      <Button size="xs" disabled={isBusy} aria-label={`${words}, ${place.name}`} onClick={() => begin({ action, place })}>
        {words}
      </Button>
    )
  return (
    <>
      <PlainTable label="Location access" stacks head={['Location', 'Access', <VisuallyHidden key="actions">Actions</VisuallyHidden>]}>
        {shown.map((place) => (
          <tr key={place.customerLocationId}>
            <th scope="row">
              <div>
                <Text span inherit fw={500}>
                  {place.name}
                </Text>
                <Since place={place} />
              </div>
            </th>
            <td data-label="Access">
              <Role place={place} />
            </td>
            <td>
              <Group component="span" gap="xs" justify="flex-end">
                {button(place, 'makeAdmin', 'Make Admin')}
                {button(place, 'revokeAdmin', 'Revoke Admin')}
                {button(place, 'remove', 'Remove')}
                {place.may.includes('grant') && (
                  <Button size="xs" disabled={isBusy} aria-label={`Grant, ${place.name}`} onClick={() => grant.mutate(at(place))}>
                    Grant
                  </Button>
                )}
              </Group>
            </td>
          </tr>
        ))}
      </PlainTable>
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          title={asked.action === 'makeAdmin' ? 'Make Admin' : asked.action === 'remove' ? 'Remove access' : 'Revoke Admin'}
          confirmLabel={makeLabel(asked)}
          destructive={asked.action !== 'makeAdmin'}
          pending={isBusy}
          onConfirm={() => void run(asked)}
        >
          {asked.action === 'makeAdmin' && <p>{MAKE_ADMIN}</p>}
          {asked.action === 'remove' && (
            <p>
              {name} no longer sees {asked.place.name}. What they did there stays on record.
            </p>
          )}
          {asked.place.isLastAdmin && (
            <p>
              <b>Nobody else administers {asked.place.name}.</b> Only the customer admin will be able to manage its users.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

function makeLabel({ action, place }: AccessAction): string {
  if (action === 'makeAdmin') return `Make Admin of ${place.name}`
  return action === 'remove' ? `Remove ${place.name}` : `Revoke Admin of ${place.name}`
}

function Since({ place: { since, grantedBy, until } }: { place: PersonLocation }) {
  const by = grantedBy ? `, by ${writeFullName(grantedBy)}` : ''
  if (since) return <SubText>{`since ${formatDate(since)}${by}`}</SubText>
  return until ? <SubText>{`had access until ${formatDate(until)}`}</SubText> : null
}

function Role({ place: { access } }: { place: PersonLocation }) {
  if (access === 'none') return <Quiet>None</Quiet>
  const Icon = access === 'admin' ? IconUserStar : IconCheck
  return <IconText of={Icon}>{access === 'admin' ? <b>Admin</b> : 'User'}</IconText>
}
