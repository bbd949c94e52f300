import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { VERIFICATION_PURPOSES, type VerificationChoices, type VerificationPurpose } from '@seriatim/schema'
import type { AskedPackage, SubjectValues } from './subject-values.ts'

interface SubjectFieldsProps {
  choices: VerificationChoices
  subject: AskedPackage | undefined
  isByHand?: boolean
  values: SubjectValues
  field: (name: keyof SubjectValues) => object
  onLocation: (id: number) => void
}

export function SubjectFields({ choices, subject, isByHand = false, values, field, onLocation }: SubjectFieldsProps) {
  const { locations, purposes } = choices
  const shown = (Object.keys(VERIFICATION_PURPOSES) as VerificationPurpose[]).filter((one) => isByHand || purposes.includes(one)) // Object.keys() returns string[]
  return (
    <Stack gap="md">
      {subject ? (
        <p>
          Package <b>{subject.name}</b>
        </p>
      ) : (
        <>
          <Group gap="md" grow align="flex-start">
            <TextInput label="GTIN" inputMode="numeric" maxLength={20} {...field('gtin')} data-autofocus />
            <TextInput label="Serial number" maxLength={100} {...field('serialNumber')} />
          </Group>
          <Group gap="md" grow align="flex-start">
            <TextInput label="Lot" maxLength={100} {...field('lotNumber')} />
            <TextInput label="Expiry" placeholder="YYYY-MM-DD" maxLength={10} {...field('expirationDate')} />
          </Group>
          {locations.length > 1 && (
            <NativeSelect
              label="Location that has it"
              data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(values.locationId)}
              onChange={({ currentTarget: { value } }) => onLocation(Number(value))}
            />
          )}
        </>
      )}
      <NativeSelect label="Purpose" data={shown.map((value) => ({ value, label: VERIFICATION_PURPOSES[value] }))} {...field('purpose')} />
    </Stack>
  )
}
