import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { locationFactsChange, locationRenaming } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import type { Location } from './location-words.ts'
import { TimeZoneField } from './time-zone-field.tsx'

interface LocationDialogProps {
  location: Location
  onClose: () => void
}

const renaming = locationRenaming.pick({ name: true })

export function RenameDialog({ location, onClose }: LocationDialogProps) {
  const rename = trpc.location.updateOneName.useMutation({
    meta: { quiet: true, done: 'Name saved.', touches: ['location', 'order', 'gln'] },
  })
  const form = useZodForm({
    shape: renaming,
    initial: { name: location.name },
    send: ({ name }) => rename.mutateAsync({ customerLocationId: location.id, name }),
    refusalOf: toRefusal,
    otherwise: 'name',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Edit the name" form={form} submitLabel="Save">
      <TextInput
        label="Name"
        description="This is also the first line of the default address. Both change together."
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  )
}

const facts = locationFactsChange.omit({ customerLocationId: true })

/** Dialog for a location's data that partners and inspectors ask for, and for its time zone, which determines the location's day. */
export function FactsDialog({ location, onClose }: LocationDialogProps) {
  const save = trpc.location.updateOneFacts.useMutation({ meta: { quiet: true, done: 'Location saved.', touches: ['location'] } })
  const { timeZone, phone, npi, licenseNumber } = location
  const form = useZodForm({
    shape: facts,
    initial: { timeZone, phone: phone ?? '', npi: npi ?? '', licenseNumber: licenseNumber ?? '' },
    send: (values) => save.mutateAsync({ ...values, customerLocationId: location.id }),
    refusalOf: toRefusal,
    otherwise: 'timeZone',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Edit the location" form={form} submitLabel="Save">
      <Stack gap="md">
        <TimeZoneField {...form.field('timeZone')} />
        <TextInput label="Phone" type="tel" {...form.field('phone')} />
        <TextInput label="NPI" description="The pharmacy’s National Provider Identifier." inputMode="numeric" {...form.field('npi')} />
        <TextInput label="License number" description="The pharmacy’s license from its state board." {...form.field('licenseNumber')} />
      </Stack>
    </FormDialog>
  )
}

/** Sets whose goods the location receives (340B): the covered entity owns them, the contract pharmacy receives them. */
export function OwnerDialog({ location, onClose }: LocationDialogProps) {
  const { locations } = useLocationScope()
  const [owner, setOwner] = useState(String(location.owner?.id ?? ''))
  const save = useDialogMutation(
    trpc.location.updateOneOwner.useMutation({ meta: { done: 'Owner saved.', touches: ['location', 'order'] } }),
    onClose,
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Goods owned by"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            loading={save.isPending}
            onClick={() => void save.submit({ customerLocationId: location.id, ownerLocationId: Number(owner) || null })}
          >
            Save
          </Button>
        </>
      }
    >
      <p>
        Choose another location if this one receives goods for it. Under 340B, the covered entity owns what the contract pharmacy receives.
        People at the owning location can then see these orders.
      </p>
      <NativeSelect
        label="Owner"
        data={[
          { value: '', label: 'This location' },
          ...locations.filter(({ id }) => id !== location.id).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
      />
    </Dialog>
  )
}
