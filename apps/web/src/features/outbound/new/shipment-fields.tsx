import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { KnownGln, ShipmentChoices, ShipmentPartner } from '@seriatim/schema'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Preference } from '../../trading-partner/shipping/preference.tsx'
import { type EMPTY, fillLocation, fillPartner, fillToLocation } from './new-shipment-form.ts'
import type { ShipmentFormState } from './use-shipment-form.ts'

interface FieldsProps {
  form: ShipmentFormState
  choices: ShipmentChoices
}

const optionsOf = (rows: readonly { id: number; name: string }[]) => [
  { value: '', label: 'Choose' },
  ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
]

function fill(form: ShipmentFormState, filled: Partial<typeof EMPTY>): void {
  for (const [field, value] of Object.entries(filled)) form.set(field as keyof typeof EMPTY, value) // the keys are the form's
}

/** Puts the note (`description`) below the input, so that the inputs of a row are on one line. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface PlaceFieldsProps {
  form: ShipmentFormState
  /** Names of the form's fields for the GLN and for its SGLN. */
  glnField: 'fromGln' | 'ownerGln' | 'shipToGln'
  sglnField: 'from' | 'owner' | 'shipTo'
  label: string
  glns: readonly KnownGln[]
}

/** Fields for the GLN of a party to the shipment and for its SGLN, which only that party can state. */
function PlaceFields({ form, glnField, sglnField, label, glns }: PlaceFieldsProps) {
  const chosen = glns.find(({ gln }) => gln === form.values[glnField])
  const source =
    chosen?.source && chosen.sgln === form.values[sglnField]
      ? `${chosen.source}.`
      : 'Enter the SGLN as its owner writes it. It cannot be computed from the GLN.'
  return (
    <>
      <NativeSelect
        label={`${label} GLN`}
        data={[{ value: '', label: 'Choose' }, ...glns.map(({ gln }) => ({ value: gln, label: gln }))]}
        value={form.values[glnField]}
        error={form.field(glnField).error}
        onChange={({ currentTarget: { value } }) => {
          form.set(glnField, value)
          form.set(sglnField, glns.find(({ gln }) => gln === value)?.sgln ?? '')
        }}
      />
      <TextInput
        label={`${label} SGLN`}
        placeholder="urn:epc:id:sgln:"
        description={source}
        inputWrapperOrder={BELOW}
        {...form.field(sglnField)}
      />
    </>
  )
}

/** Fields for the location that sends. */
export function FromFields({ form, choices }: FieldsProps) {
  const own = choices.locations.filter(({ id }) => choices.mayLeave.includes(id))
  const place = own.find(({ id }) => String(id) === form.values.locationId)
  return (
    <Stack gap="sm">
      <AutoGrid least={380}>
        <NativeSelect
          label="Location"
          data={optionsOf(own)}
          value={form.values.locationId}
          error={form.field('locationId').error}
          onChange={({ currentTarget: { value } }) => fill(form, fillLocation(own.find(({ id }) => String(id) === value)))}
        />
        <PlaceFields form={form} glnField="fromGln" sglnField="from" label="Our" glns={place?.glns ?? []} />
        {place?.owner && (
          <TextInput
            label={`SGLN of ${place.owner.name}, which owns the goods`}
            placeholder="urn:epc:id:sgln:"
            description={`The documents name this owner as the seller. GLN: ${place.owner.gln ?? 'not on file'}.`}
            inputWrapperOrder={BELOW}
            {...form.field('goodsOwner')}
          />
        )}
      </AutoGrid>
      {place && place.address === null && (
        <Note meaning="attention" title="This location has no complete address.">
          The documents name the seller with street, city, state and ZIP code. Complete the address under Manage Locations.
        </Note>
      )}
    </Stack>
  )
}

/** Fields for a receiver that is another location of the customer. */
export function ToLocationFields({ form, choices }: FieldsProps) {
  const others = choices.locations.filter(({ id }) => String(id) !== form.values.locationId)
  const place = others.find(({ id }) => String(id) === form.values.toLocationId)
  return (
    <AutoGrid least={380}>
      <NativeSelect
        label="Receiving location"
        data={optionsOf(others)}
        value={form.values.toLocationId}
        error={form.field('toLocationId').error}
        onChange={({ currentTarget: { value } }) => fill(form, fillToLocation(others.find(({ id }) => String(id) === value)))}
      />
      <PlaceFields form={form} glnField="shipToGln" sglnField="shipTo" label="Its" glns={place?.glns ?? []} />
    </AutoGrid>
  )
}

/** Fields for a shipment to a trading partner, with a note on the partner's license in the U.S. state of the chosen address. */
export function ToPartnerFields({ form, choices }: FieldsProps) {
  const { tradingPartnerId } = form.values
  const partner = trpc.tradingPartner.readOneReceiver.useQuery(
    { tradingPartnerId: Number(tradingPartnerId) },
    { enabled: tradingPartnerId !== '' },
  )
  const { data } = partner
  const utils = trpc.useUtils()
  const choose = async (value: string) => {
    fill(form, { tradingPartnerId: value, addressId: '', ownerGln: '', owner: '', shipToGln: '', shipTo: '' })
    // If this fails, the query above shows the error.
    const chosen = value && (await utils.tradingPartner.readOneReceiver.fetch({ tradingPartnerId: Number(value) }).catch(() => undefined))
    if (chosen) fill(form, fillPartner(chosen))
  }
  const shown = data && String(data.id) === tradingPartnerId ? data : undefined
  return (
    <Stack gap="sm">
      <AutoGrid least={380}>
        <NativeSelect
          label="Trading partner"
          data={optionsOf(choices.partners)}
          value={tradingPartnerId}
          error={form.field('tradingPartnerId').error}
          onChange={({ currentTarget: { value } }) => void choose(value)}
        />
        <NativeSelect
          label="Ship-to address"
          data={[{ value: '', label: 'Choose' }, ...(shown?.addresses ?? []).map(({ id, text }) => ({ value: String(id), label: text }))]}
          value={form.values.addressId}
          error={form.field('addressId').error}
          onChange={({ currentTarget: { value } }) => form.set('addressId', value)}
        />
        <PlaceFields form={form} glnField="ownerGln" sglnField="owner" label="Buyer’s" glns={shown?.glns ?? []} />
        <PlaceFields form={form} glnField="shipToGln" sglnField="shipTo" label="Ship-to" glns={shown?.glns ?? []} />
      </AutoGrid>
      {shown && <PartnerNotes partner={shown} addressId={form.values.addressId} />}
      {shown && <Preference partner={shown} />}
    </Stack>
  )
}

function PartnerNotes({ partner, addressId }: { partner: ShipmentPartner; addressId: string }) {
  const address = partner.addresses.find(({ id }) => String(id) === addressId)
  const page = <Link href={`/tradingpartner/${partner.id}`}>Open the partner’s page</Link>
  return (
    <>
      {partner.glns.length === 0 && (
        <Note meaning="attention" title="No GLN of this partner is on file.">
          The documents name the buyer by its GLN. {page}
        </Note>
      )}
      {partner.addresses.length === 0 && (
        <Note meaning="attention" title="No address of this partner is on file.">
          {page}
        </Note>
      )}
      {address && (
        <Note
          meaning={address.standing === 'authorized' ? 'info' : address.standing === 'refused' ? 'stop' : 'attention'}
          title={`${partner.name}: ${address.words}`}
        >
          {address.standing !== 'authorized' && page}
        </Note>
      )}
    </>
  )
}
