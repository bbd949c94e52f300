import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { LOCATION_ADDRESS_TYPES, type NewLocationAddress } from '@seriatim/schema'
import { useStateOptions } from '../../shell/use-states.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { ADDRESS_TYPES } from './location-words.ts'

/** An address while it is edited; empty fields are sent as null. */
export type AddressDraft = { [Name in keyof NewLocationAddress]-?: Exclude<NewLocationAddress[Name], undefined> }

export const emptyAddress: AddressDraft = {
  addressLineOne: '',
  addressLineTwo: '',
  addressLineThree: '',
  city: '',
  stateId: null,
  zip: '',
  type: 'shipping',
  isDefault: false,
}

interface AddressFieldsProps {
  draft: AddressDraft
  onChange: (change: Partial<AddressDraft>) => void
  errorOf: (field: keyof AddressDraft) => string | undefined
}

/** Fields of an address, for the card of a new location and for the dialog. */
export function AddressFields({ draft, onChange, errorOf }: AddressFieldsProps) {
  const states = useStateOptions()
  const text = (field: 'addressLineOne' | 'addressLineTwo' | 'addressLineThree' | 'city' | 'zip', label: string) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={draft[field] ?? ''}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      error={errorOf(field)}
    />
  )
  return (
    <Stack gap="md">
      {text('addressLineOne', 'Name (first line)')}
      {text('addressLineTwo', 'Street')}
      {text('addressLineThree', 'Suite, floor (optional)')}
      <AutoGrid least={130}>
        {text('city', 'City')}
        <NativeSelect
          label="State"
          data={states}
          value={String(draft.stateId ?? '')}
          onChange={(event) => onChange({ stateId: Number(event.currentTarget.value) || null })}
          error={errorOf('stateId')}
        />
        {text('zip', 'ZIP code')}
      </AutoGrid>
      <NativeSelect
        label="Type"
        data={LOCATION_ADDRESS_TYPES.map((value) => ({ value, label: ADDRESS_TYPES[value] }))}
        value={draft.type}
        onChange={(event) => onChange({ type: LOCATION_ADDRESS_TYPES.find((type) => type === event.currentTarget.value) ?? 'shipping' })}
      />
      <Checkbox
        label="Default address: its first line is the name of the location"
        checked={draft.isDefault}
        onChange={(event) => onChange({ isDefault: event.currentTarget.checked })}
      />
    </Stack>
  )
}
