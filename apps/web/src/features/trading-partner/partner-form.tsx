import { Box, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type NewPartner, newPartner, PARTNER_TYPES, type PartnerAddressFields, type PartnerContactFields } from '@seriatim/schema'
import { Link, useLocation } from 'wouter'
import { toRefusal } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { useStateOptions } from '../../shell/use-states.ts'
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useListKeeper } from './list/use-list-keeper.ts'
import { BusinessField } from './part/partner-dialogs.tsx'
import { AccountParts, AddressParts, ContactParts, GlnParts } from './part/partner-parts.tsx'

export type Begin = Pick<Outputs['tradingPartner']['readOneDraft'], 'name' | 'globalLocationNumbers' | 'addresses' | 'alike'>

interface PartnerFormProps {
  begin: Begin
  /** The order to return to. */
  documentId?: number | undefined
}

const shape = newPartner.pick({ customerLocationId: true, name: true, type: true, business: true })

/** Form for a new partner. One call sends the partner's name and type together with all GLNs, addresses, contacts and accounts. */
export function PartnerForm({ begin, documentId }: PartnerFormProps) {
  const states = useStateOptions()
  const { form, glns, addresses, contacts, accounts, locations, isAdmin, question } = usePartnerForm({ begin, documentId })
  const shown = addresses.entries.map(({ key, value }) => {
    const state = states.find((one) => one.value === String(value.stateId ?? ''))
    return { key, value: { ...value, state: state?.value ? { name: state.label } : null } }
  })
  return (
    <Stack gap="lg" maw={840}>
      {begin.alike.length > 0 && (
        <Note meaning="attention" title="You may already have this partner">
          {begin.alike.map(({ id, name }) => (
            <Box key={id} component="span" display="block">
              <Link href={`/tradingpartner/${id}`}>{name}</Link>
            </Box>
          ))}
        </Note>
      )}
      {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
      <form id="partner" onSubmit={form.onSubmit} noValidate>
        <GeneralInfo form={form} locations={locations} isAdmin={isAdmin} />
      </form>
      <GlnParts entries={glns.entries} keeper={glns.keeper} mayWrite />
      <AddressParts entries={shown} keeper={addresses.keeper} mayWrite />
      <ContactParts entries={contacts.entries} keeper={contacts.keeper} mayWrite />
      <AccountParts entries={accounts.entries} keeper={accounts.keeper} mayWrite />
      <Group gap="xs">
        <Button component={Link} href={documentId === undefined ? '/tradingpartner' : `/orders/receive/${documentId}`}>
          Cancel
        </Button>
        <Button type="submit" form="partner" variant="filled" loading={form.isBusy}>
          Save Trading Partner
        </Button>
      </Group>
      {question}
    </Stack>
  )
}

function usePartnerForm({ begin, documentId }: PartnerFormProps) {
  const [, navigate] = useLocation()
  const { id: scope, locations } = useLocationScope()
  const isAdmin = isCustomerAdmin(useSession())
  const glns = useListKeeper<string>(begin.globalLocationNumbers)
  const addresses = useListKeeper<PartnerAddressFields>(begin.addresses)
  const contacts = useListKeeper<PartnerContactFields>([])
  const accounts = useListKeeper<string>([])
  const make = trpc.tradingPartner.createOne.useMutation({
    meta: { quiet: true, done: 'Trading partner added.', touches: ['tradingPartner'] },
  })
  const form = useZodForm({
    shape,
    // By default, a new partner is available at all locations. A user who may not choose that starts with one of their own locations.
    initial: {
      customerLocationId: isAdmin ? null : scope || (locations[0]?.id ?? 0),
      name: begin.name,
      type: 'upstream' as NewPartner['type'],
      business: null,
    },
    send: (values) =>
      make.mutateAsync({
        ...values,
        globalLocationNumbers: glns.values,
        addresses: addresses.values,
        contacts: contacts.values,
        accountNumbers: accounts.values,
      }),
    refusalOf: toRefusal,
    onSent: (made) => navigate(documentId === undefined ? `/tradingpartner/${made.id}` : `/orders/receive/${documentId}`),
  })
  const isWritten = form.isDirty || [glns, addresses, contacts, accounts].some((parts) => parts.isChanged)
  const { question } = useLeaveGuard(
    isWritten && !form.isBusy && !make.isSuccess,
    'This trading partner has not been saved. Stay to save it, or leave without saving.',
  )
  return { form, glns, addresses, contacts, accounts, locations, isAdmin, question }
}

type GeneralInfoProps = Pick<ReturnType<typeof usePartnerForm>, 'form' | 'locations' | 'isAdmin'>

function GeneralInfo({ form, locations, isAdmin }: GeneralInfoProps) {
  return (
    <Section title="General Info">
      <Card>
        <Stack gap="md" p="md">
          <TextInput label="Name" autoComplete="off" {...form.field('name')} />
          <AutoGrid least={300}>
            <NativeSelect
              label="Type"
              description="Upstream sells to you, downstream buys from you."
              data={Object.entries(PARTNER_TYPES).map(([value, label]) => ({ value, label }))}
              {...form.field('type')}
            />
            <BusinessField value={form.values.business ?? null} onChange={(business) => form.set('business', business)} />
            {locations.length > 1 && (
              <NativeSelect
                label="For"
                description="Determines who can see this partner."
                data={[
                  ...(isAdmin ? [{ value: '', label: 'All locations' }] : []),
                  ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                value={String(form.values.customerLocationId || '')}
                onChange={(event) => form.set('customerLocationId', Number(event.currentTarget.value) || null)}
                error={form.field('customerLocationId').error}
              />
            )}
          </AutoGrid>
        </Stack>
      </Card>
    </Section>
  )
}
