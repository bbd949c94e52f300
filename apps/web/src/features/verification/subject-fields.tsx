import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { VERIFICATION_PURPOSES, type VerificationChoices, type VerificationPurpose } from '@seriatim/schema'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { type Origin, type SubjectValues, toTyped } from './subject-values.ts'

const PURPOSES = Object.keys(VERIFICATION_PURPOSES) as VerificationPurpose[] // Object.keys() returns string[]

interface SubjectFieldsProps {
  choices: VerificationChoices
  origin: Origin
  isByHand?: boolean
  values: SubjectValues
  field: (name: keyof SubjectValues) => object
  onSet: <Name extends keyof SubjectValues>(name: Name, value: SubjectValues[Name]) => void
}

export function SubjectFields({ choices, origin, isByHand = false, values, field, onSet }: SubjectFieldsProps) {
  const { subject } = origin
  const shown = PURPOSES.filter((one) => isByHand || choices.purposes.includes(one))
  return (
    <Stack gap="md">
      {subject ? (
        <p>
          Package <b>{subject.name}</b>
        </p>
      ) : (
        <TypedFields choices={choices} packages={origin.packages ?? []} values={values} field={field} onSet={onSet} />
      )}
      <NativeSelect
        label="Purpose"
        data={[
          ...(values.purpose === '' ? [{ value: '', label: 'Choose' }] : []),
          ...shown.map((value) => ({ value, label: VERIFICATION_PURPOSES[value] })),
        ]}
        {...field('purpose')}
      />
    </Stack>
  )
}

type TypedFieldsProps = Pick<SubjectFieldsProps, 'choices' | 'values' | 'field' | 'onSet'> & { packages: NonNullable<Origin['packages']> }

function TypedFields({ choices: { locations }, packages, values, field, onSet }: TypedFieldsProps) {
  const take = (at: number) => {
    const { gtin, serialNumber, lotNumber, expirationDate } = toTyped(packages[at])
    onSet('gtin', gtin)
    onSet('serialNumber', serialNumber)
    onSet('lotNumber', lotNumber)
    onSet('expirationDate', expirationDate)
  }
  return (
    <>
      {packages.length > 1 && (
        <NativeSelect
          label="Package"
          data={packages.map(({ serialNumber }, at) => ({ value: String(at), label: serialNumber ?? `Package ${at + 1}` }))}
          onChange={({ currentTarget: { value } }) => take(Number(value))}
        />
      )}
      <AutoGrid least={200}>
        <TextInput label="GTIN" inputMode="numeric" maxLength={20} {...field('gtin')} data-autofocus />
        <TextInput label="Serial number" maxLength={100} {...field('serialNumber')} />
      </AutoGrid>
      <AutoGrid least={200}>
        <TextInput label="Lot" maxLength={100} {...field('lotNumber')} />
        <TextInput label="Expiry" placeholder="YYYY-MM-DD" maxLength={10} {...field('expirationDate')} />
      </AutoGrid>
      {locations.length > 1 && (
        <NativeSelect
          label="Location of the package"
          data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(values.locationId)}
          onChange={({ currentTarget: { value } }) => onSet('locationId', Number(value))}
        />
      )}
    </>
  )
}
