import { Checkbox, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { GUIDELINES, newShipmentPreference, type ShipmentPartner, type ShipmentPreference } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../../ui/field/date-field.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { formatDate, localDay } from '../../../ui/text/format.ts'
import { LinkButton, Muted } from '../../../ui/text/text.tsx'

/** Shows how a partner receives the documents of our shipments, with a dialog to change it. */
export function Preference({ partner }: { partner: ShipmentPartner }) {
  const [open, setOpen] = useState(false)
  const { preference, comingPreference, mayWrite } = partner
  return (
    <>
      <Group gap="xs">
        <Muted>{[preferenceWords(preference), comingWords(comingPreference)].filter(Boolean).join(' ')}</Muted>
        {mayWrite && <LinkButton onClick={() => setOpen(true)}>Change how they receive documents</LinkButton>}
      </Group>
      {open && (
        // React also passes a submit event of the dialog to the form around this component, so stop it here.
        <div onSubmit={(event) => event.stopPropagation()}>
          <PreferenceDialog partner={partner} onClose={() => setOpen(false)} />
        </div>
      )}
    </>
  )
}

const DELIVERY_WORDS = {
  mail: (address: string | null) => `by email${address ? ` to ${address}` : ''}`,
  endpoint: () => 'at their endpoint',
  download: () => 'as a download',
} as const

function preferenceWords(preference: ShipmentPreference | null): string {
  if (!preference)
    return 'How they want to receive documents is not on file. Their documents follow guideline R1.3, and you hand them over yourself.'
  return `Since ${formatDate(preference.validFrom)}, they receive ${formWords(preference)}.${withoutWords(preference)}`
}

const comingWords = (coming: ShipmentPreference | null): string | null =>
  coming && `From ${formatDate(coming.validFrom)}, they receive ${formWords(coming)}.${withoutWords(coming)}`

const formWords = ({ guideline, delivery, emailAddress }: ShipmentPreference): string =>
  `${GUIDELINES[guideline]}, ${DELIVERY_WORDS[delivery](emailAddress)}`

function withoutWords({ tiForNeed, tiForReturn }: ShipmentPreference): string {
  const without = [!tiForNeed && 'a patient need', !tiForReturn && 'a return'].filter(Boolean).join(' or ')
  return without && ` They receive no transaction information for ${without}.`
}

function PreferenceDialog({ partner, onClose }: { partner: ShipmentPartner; onClose: () => void }) {
  const { preference, emailAddresses } = partner
  const save = trpc.tradingPartner.createOnePreference.useMutation({
    meta: { quiet: true, touches: ['tradingPartner', 'shipment'], done: 'Saved.' },
  })
  const form = useZodForm({
    shape: newShipmentPreference.omit({ tradingPartnerId: true }),
    initial: {
      validFrom: localDay(new Date()),
      guideline: preference?.guideline ?? 'r13',
      delivery: preference?.delivery ?? 'mail',
      emailAddress: preference?.emailAddress ?? emailAddresses[0] ?? '',
      tiForNeed: preference?.tiForNeed ?? true,
      tiForReturn: preference?.tiForReturn ?? true,
      returnPolicy: preference?.returnPolicy ?? '',
      returnDaysLeft: preference?.returnDaysLeft ?? '',
      returnDaysExpired: preference?.returnDaysExpired ?? '',
    },
    send: (values) => save.mutateAsync({ ...values, tradingPartnerId: partner.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const check = (name: 'tiForNeed' | 'tiForReturn', label: string) => (
    <Checkbox label={label} checked={form.values[name]} onChange={({ currentTarget: { checked } }) => form.set(name, checked)} />
  )
  return (
    <FormDialog opened title={`How ${partner.name} receives documents`} submitLabel="Save" form={form} onClose={onClose}>
      <Stack gap="sm">
        <Muted>Shipments already sent keep their format.</Muted>
        <DateField
          label="Effective from"
          value={form.values.validFrom}
          onChange={(day) => form.set('validFrom', day)}
          error={form.field('validFrom').error}
        />
        <NativeSelect
          label="Guideline for EPCIS documents"
          data={Object.entries(GUIDELINES).map(([value, label]) => ({ value, label }))}
          {...form.field('guideline')}
        />
        <NativeSelect
          label="Delivery"
          data={[
            { value: 'mail', label: 'Email with a link' },
            { value: 'endpoint', label: 'Their HTTPS or SFTP endpoint' },
            { value: 'download', label: 'We download the file and hand it over' },
          ]}
          {...form.field('delivery')}
        />
        <TextInput label="Email" {...form.field('emailAddress')} />
        {check('tiForNeed', 'Wants transaction information for a specific patient need')}
        {check('tiForReturn', 'Wants transaction information for returns')}
        <Group gap="md" align="flex-start" grow>
          <NumberInput
            label="Minimum days to expiration for a saleable return"
            description="Leave this field empty if the partner has no limit."
            hideControls
            allowDecimal={false}
            {...form.field('returnDaysLeft')}
          />
          <NumberInput
            label="Days after expiration for a nonsaleable return"
            description="Leave this field empty if the partner has no limit."
            hideControls
            allowDecimal={false}
            {...form.field('returnDaysExpired')}
          />
        </Group>
        <Textarea label="Return policy" autosize minRows={2} {...form.field('returnPolicy')} />
      </Stack>
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
