import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { newInvitation } from '@seriatim/schema/user'
import { toRefusal } from '../../../api/query-client.ts'
import { useSession } from '../../../api/session/session.ts'
import { trpc } from '../../../api/trpc.ts'
import { isCustomerAdmin } from '../../../shell/route/rights.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { toast } from '../../../ui/toast/toast.ts'

const nobody = { emailAddress: '', firstName: '', lastName: '', jobTitle: '', customerLocationIds: [] as number[] }

/** Form for name, email address and location; submitting it sends the invitation. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { places, query, isFailed, isOwner } = useOwnPlaces()
  const invite = trpc.user.createOne.useMutation({ meta: { touches: ['user', 'customer'], quiet: true } })
  const only = places?.length === 1 && !isOwner ? [places[0]?.id ?? 0] : []
  const form = useZodForm({
    shape: newInvitation,
    initial: { ...nobody, customerLocationIds: only },
    send: (input) => invite.mutateAsync(input),
    refusalOf: toRefusal,
    onSent: (user) => {
      toast.done(`The invitation to ${writeFullName(user)} is on its way.`)
      onClose()
    },
  })
  const chosen = form.values.customerLocationIds
  const toggle = (id: number, on: boolean) => form.set('customerLocationIds', on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const { error: placeError } = form.field('customerLocationIds') as { error?: string } // the shape that Mantine's form returns for every field
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Invite New User"
      size={560}
      stays={{ atClick: true, atEscape: false }}
      form={form}
      submitLabel="Send the invitation"
    >
      <Stack gap="md">
        <Muted>They get an email with a one-time link, valid for 7 days, and choose their own password.</Muted>
        <TextInput label="Email address" type="email" autoComplete="off" maxLength={254} {...form.field('emailAddress')} data-autofocus />
        <AutoGrid>
          <TextInput label="First name" autoComplete="off" maxLength={80} {...form.field('firstName')} />
          <TextInput label="Last name" autoComplete="off" maxLength={80} {...form.field('lastName')} />
        </AutoGrid>
        <TextInput label="Job title (optional)" autoComplete="off" maxLength={80} {...form.field('jobTitle')} />
        <fieldset>
          <Text component="legend" size="xs" fw={500} mb="xs">
            {isOwner ? 'Locations (can be assigned later)' : 'Locations'}
          </Text>
          <Stack gap="xs">
            {isFailed && <Failed query={query} subject="The locations" meaning="You can also assign a location later." />}
            {places?.map(({ id, name }) => (
              <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={(event) => toggle(id, event.currentTarget.checked)} />
            ))}
            {placeError && <Note meaning="stop" alert title={placeError} />}
          </Stack>
        </fieldset>
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
      </Stack>
    </FormDialog>
  )
}

/** Locations to which the caller may invite somebody. */
function useOwnPlaces() {
  const session = useSession()
  const isOwner = isCustomerAdmin(session)
  const query = trpc.location.readAllByUserid.useQuery(undefined, { enabled: isOwner })
  const own = session?.user?.userCustomerLocations.filter(({ isAdmin }) => isAdmin).map(({ customerLocation }) => customerLocation)
  return { isOwner, query, isFailed: isOwner && query.isError && !query.data, places: isOwner ? query.data : own }
}
