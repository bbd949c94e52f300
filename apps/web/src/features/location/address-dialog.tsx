import { writtenAddress } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { type AddressDraft, AddressFields, emptyAddress } from './address-fields.tsx'
import type { Address, Location } from './location-words.ts'

interface AddressDialogProps {
  location: Location
  /** The address to change; omit it to add a new one. */
  address?: Address
  onClose: () => void
}

function makeDraft({ id: _id, state: _state, ...address }: Address): AddressDraft {
  return address
}

export function AddressDialog({ location, address, onClose }: AddressDialogProps) {
  const touches = ['location']
  const add = trpc.location.createAddress.useMutation({ meta: { quiet: true, done: 'Address added.', touches } })
  const change = trpc.location.updateOneAddress.useMutation({ meta: { quiet: true, done: 'Address saved.', touches } })
  const form = useZodForm({
    shape: writtenAddress,
    initial: address ? makeDraft(address) : emptyAddress,
    send: (values) =>
      address ? change.mutateAsync({ ...values, id: address.id }) : add.mutateAsync({ ...values, customerLocationId: location.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const findError = (field: keyof AddressDraft) => {
    const { error } = form.field(field)
    return typeof error === 'string' ? error : undefined
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      size={600}
      title={address ? 'Edit Address' : 'Add Address'}
      form={form}
      submitLabel={address ? 'Save' : 'Add Address'}
    >
      {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
      <AddressFields
        draft={form.values}
        onChange={(values) => {
          for (const [name, value] of Object.entries(values)) form.set(name as keyof AddressDraft, value as never) // Object.entries() loses the relation between a name and its value
        }}
        errorOf={findError}
      />
    </FormDialog>
  )
}
