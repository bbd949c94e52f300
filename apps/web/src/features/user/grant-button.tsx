import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { MAKE_ADMIN, type Person, TOUCHES } from './person-words.ts'
import { fullName } from './user-words.tsx'

/** Grants access to one more location; hidden if there is none left. */
export function GrantButton({ person }: { person: Person }) {
  const session = useSession()
  const free = person.locations.filter(({ may }) => may.includes('grant'))
  const [locationId, setLocationId] = useState(0)
  const [isAdmin, setAdmin] = useState(false)
  const grant = useDialogMutation(trpc.userLocation.createOne.useMutation({ meta: { done: 'Access granted.', touches: TOUCHES } }))
  if (free.length === 0) return null
  const chosen = free.find((place) => place.customerLocationId === locationId) ?? free[0]
  const open = () => {
    setLocationId(free[0]?.customerLocationId ?? 0)
    setAdmin(false)
    grant.open()
  }
  return (
    <>
      <Button variant="filled" leftSection={<Glyph of={IconPlus} size={16} />} onClick={open}>
        Grant
      </Button>
      <Dialog
        opened={grant.opened}
        onClose={grant.close}
        title={`Grant ${fullName(person.user)} access to a location`}
        foot={
          <>
            <Button onClick={grant.close}>Cancel</Button>
            <Button
              variant="filled"
              loading={grant.isPending}
              onClick={() =>
                chosen && void grant.submit({ userId: person.user.id, customerLocationId: chosen.customerLocationId, isAdmin })
              }
            >
              {`Grant ${chosen?.name ?? ''}`}
            </Button>
          </>
        }
      >
        <Stack gap="md">
          <NativeSelect
            label="Location"
            data={free.map(({ customerLocationId, name }) => ({ value: String(customerLocationId), label: name }))}
            value={String(chosen?.customerLocationId ?? '')}
            onChange={(event) => setLocationId(Number(event.currentTarget.value))}
            data-autofocus
          />
          <Checkbox
            label="Make Admin"
            description="Admins invite users to this location, manage their access, and correct its orders."
            checked={isAdmin}
            onChange={(event) => setAdmin(event.currentTarget.checked)}
          />
          {isAdmin && !isCustomerAdmin(session) && <p>{MAKE_ADMIN}</p>}
        </Stack>
      </Dialog>
    </>
  )
}
