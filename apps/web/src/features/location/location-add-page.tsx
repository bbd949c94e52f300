import { Box, Button, Group, Stack } from '@mantine/core'
import { writtenLocation } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { toRefusal } from '../../api/query-client.ts'
import { browserZone } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { type AddressDraft, AddressFields, emptyAddress } from './address-fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

const MOST = 20

/** Form for a new location: one card per address, one of which is the default. */
export default function LocationAddPage() {
  const [, navigate] = useLocation()
  const save = trpc.location.createOne.useMutation({ meta: { quiet: true, done: 'Location added.', touches: ['location'] } })
  const form = useZodForm({
    shape: writtenLocation,
    initial: { addresses: [{ ...emptyAddress, isDefault: true }], timeZone: browserZone() },
    send: (values) => save.mutateAsync(values),
    refusalOf: toRefusal,
    onSent: (made) => navigate(`/locations/${made.id}`),
    leaveWords: 'The location has not been saved. Stay to save it, or leave without saving.',
  })
  const addresses = form.values.addresses as readonly AddressDraft[] // initialized as drafts, and only `put` changes it
  const put = (next: readonly AddressDraft[]) => form.set('addresses', [...next])
  const change = (at: number, values: Partial<AddressDraft>) =>
    put(
      addresses.map((address, place) => {
        if (place === at) return { ...address, ...values }
        return values.isDefault ? { ...address, isDefault: false } : address
      }),
    )
  const findError = (at: number) => (field: keyof AddressDraft) => {
    const { error } = form.field(`addresses.${at}.${field}` as 'addresses') // the form accepts the path of a nested field, which its type does not list
    return typeof error === 'string' ? error : undefined
  }
  return (
    <Page
      title="New Location"
      crumbs={[{ label: 'Manage Locations', href: '/locations' }]}
      lede="The first line of the default address is the name of the location."
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md" maw={840}>
          {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
          {addresses.map((address, at) => (
            <Card
              // biome-ignore lint/suspicious/noArrayIndexKey: an address has no name yet, and all it shows is in the form's values.
              key={at}
              title={`Address ${at + 1}`}
              aside={
                addresses.length > 1 && (
                  <Button
                    size="xs"
                    aria-label={`Remove address ${at + 1}`}
                    onClick={() => put(addresses.filter((_, place) => place !== at))}
                  >
                    Remove
                  </Button>
                )
              }
            >
              <Box px="md" pb="md">
                <AddressFields draft={address} onChange={(values) => change(at, values)} errorOf={findError(at)} />
              </Box>
            </Card>
          ))}
          <Box maw={360}>
            <TimeZoneField {...form.field('timeZone')} />
          </Box>
          <Group gap="xs">
            <Button
              leftSection={<Glyph of={IconPlus} size={16} />}
              onClick={() => put([...addresses, emptyAddress])}
              disabled={addresses.length >= MOST}
            >
              Add Address
            </Button>
            <Button type="submit" variant="filled" loading={form.isBusy}>
              Save Location
            </Button>
          </Group>
        </Stack>
      </form>
      {form.question}
    </Page>
  )
}
