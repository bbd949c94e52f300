import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { PARTNER_ADDRESS_TYPES, type PartnerAddressFields, partnerAddressFields } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { useStateOptions } from '../../../shell/use-states.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Note } from '../../../ui/layout/note.tsx'

interface AddressEditorProps {
  /** Prefills the form for EDIT; omitted for ADD. */
  entry?: PartnerAddressFields | undefined
  /** Saves the address: on the partner's page by a call to the server, for a new partner in the form's state. */
  send: (address: PartnerAddressFields) => unknown
  onClose: () => void
}

const empty: PartnerAddressFields = {
  name: '',
  addressLineOne: '',
  addressLineTwo: '',
  city: '',
  stateId: null,
  postalCode: '',
  addressType: 'physical',
}

export function AddressEditor({ entry, send, onClose }: AddressEditorProps) {
  const states = useStateOptions()
  const form = useZodForm({
    shape: partnerAddressFields,
    initial: entry ?? empty,
    send: async (address) => send(address),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const text = (name: 'name' | 'addressLineOne' | 'addressLineTwo' | 'city' | 'postalCode', label: string) => (
    <TextInput label={label} autoComplete="off" {...form.field(name)} value={form.values[name] ?? ''} />
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      size={560}
      title={entry ? 'Edit Address' : 'Add Address'}
      form={form}
      submitLabel={entry ? 'Save' : 'Add Address'}
    >
      <Stack gap="md">
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <NativeSelect
          label="Type"
          data={Object.entries(PARTNER_ADDRESS_TYPES).map(([value, label]) => ({ value, label }))}
          {...form.field('addressType')}
        />
        {text('name', 'Name (optional)')}
        {text('addressLineOne', 'Street or PO box')}
        {text('addressLineTwo', 'Suite, floor (optional)')}
        <AutoGrid least={120}>
          {text('city', 'City')}
          <NativeSelect
            label="State"
            data={states}
            value={String(form.values.stateId ?? '')}
            onChange={(event) => form.set('stateId', Number(event.currentTarget.value) || null)}
            error={form.field('stateId').error}
          />
          {text('postalCode', 'ZIP code')}
        </AutoGrid>
      </Stack>
    </FormDialog>
  )
}
