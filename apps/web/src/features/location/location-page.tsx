import { Box, Button, Group, Stack } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { timeZoneWords, writeFullName } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { explainMissing } from '../../api/explain-missing.ts'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Quiet } from '../../ui/text/icon-text.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { CloseLocation } from './close-location.tsx'
import { FactsDialog, OwnerDialog, RenameDialog } from './location-dialogs.tsx'
import { ADDRESS_TYPES, type Address, addressLines, type Location } from './location-words.ts'

type Ask = { kind: 'add' } | { kind: 'edit' | 'delete'; address: Address } | { kind: 'rename' } | { kind: 'facts' } | { kind: 'owner' }

const NOT_STATED = <Quiet>Not stated</Quiet>

const DISPOSITIONS = { 'SHIP TO': 'Ship to', 'BILL TO': 'Bill to', BOTH: 'Ship to and bill to' } as const

export default function LocationPage() {
  const id = useRouteId('/locations/:locationId')
  const location = trpc.location.readOneHydratedById.useQuery({ id }, { enabled: id > 0 })
  const none = explainMissing(id, location, 'No location was found for this link.')
  const { data } = location
  return (
    <Page
      title={data?.name ?? 'Location'}
      crumbs={[{ label: 'Manage Locations', href: '/locations' }]}
      actions={data && <CloseLocation location={data} />}
    >
      <FoundOrNone
        none={none}
        list={{ href: '/locations', label: 'Manage Locations' }}
        query={location}
        subject="This location"
        safe="It is safe"
      >
        {(found) => <Detail location={found} />}
      </FoundOrNone>
    </Page>
  )
}

function Detail({ location }: { location: Location }) {
  const [ask, setAsk] = useState<Ask>()
  const close = () => setAsk(undefined)
  const { closed, owner } = location
  return (
    <>
      {closed && (
        <Box mb="md">
          <Note meaning="attention" title={`Closed ${formatLongDate(closed.at)}`}>
            {`${closed.by ? `${writeFullName(closed.by)}: ` : ''}${closed.reason}. This location no longer gets new orders. Everything it received stays on file.`}
          </Note>
        </Box>
      )}
      {!closed && !location.customerLocationDefaultAddress?.state && (
        <Box mb="md">
          <Note
            meaning="attention"
            title="This location has no state yet"
            action={
              location.customerLocationDefaultAddress && (
                <Button
                  size="xs"
                  onClick={() =>
                    location.customerLocationDefaultAddress && setAsk({ kind: 'edit', address: location.customerLocationDefaultAddress })
                  }
                >
                  Add the address
                </Button>
              )
            }
          >
            The state decides which licenses your trading partners need. Until it is known, any license counts.
          </Note>
        </Box>
      )}
      <Columns>
        <Column>
          <Addresses location={location} ask={setAsk} />
        </Column>
        <Column>
          <Section
            title="General Info"
            aside={
              <Group component="span" gap="xs">
                <Button size="xs" onClick={() => setAsk({ kind: 'rename' })}>
                  Edit name
                </Button>
                <Button size="xs" aria-label="Edit time zone, phone, NPI and license" onClick={() => setAsk({ kind: 'facts' })}>
                  Edit
                </Button>
              </Group>
            }
          >
            <FactsCard
              facts={[
                { label: 'Name', value: location.name },
                { label: 'Time zone', value: timeZoneWords(location.timeZone) },
                { label: 'Phone', value: location.phone ?? NOT_STATED },
                { label: 'NPI', value: location.npi ?? NOT_STATED },
                { label: 'License', value: location.licenseNumber ?? NOT_STATED },
                {
                  label: 'Goods owned by',
                  value: owner?.name ?? 'This location',
                  sub: (
                    <Button size="xs" variant="subtle" aria-label="Change who owns the goods" onClick={() => setAsk({ kind: 'owner' })}>
                      Change
                    </Button>
                  ),
                },
              ]}
            />
          </Section>
          <Glns location={location} />
        </Column>
      </Columns>
      <AskDialogs ask={ask} location={location} onClose={close} />
    </>
  )
}

function Addresses({ location, ask }: { location: Location; ask: (ask: Ask) => void }) {
  const addresses = location.customerLocationAddresses
  return (
    <Section
      title="Addresses"
      aside={
        !location.closed && (
          <Button size="xs" leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => ask({ kind: 'add' })}>
            Add Address
          </Button>
        )
      }
    >
      <AutoGrid least={400}>
        {addresses.map((address) => (
          <Card
            key={address.id}
            title={address.addressLineOne}
            aside={address.isDefault ? <Badge meaning="info">Default</Badge> : undefined}
            foot={
              <>
                <span>{ADDRESS_TYPES[address.type]}</span>
                <Group component="span" gap="xs">
                  <Button size="xs" aria-label={`Edit address ${address.addressLineOne}`} onClick={() => ask({ kind: 'edit', address })}>
                    Edit
                  </Button>
                  {addresses.length > 1 && (
                    <Button
                      size="xs"
                      aria-label={`Delete address ${address.addressLineOne}`}
                      onClick={() => ask({ kind: 'delete', address })}
                    >
                      Delete
                    </Button>
                  )}
                </Group>
              </>
            }
          >
            <Box px="md" pb="md">
              {addressLines(address).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Box>
          </Card>
        ))}
      </AutoGrid>
    </Section>
  )
}

function Glns({ location }: { location: Location }) {
  const glns = location.customerLocationGlobalLocationNumbers
  return (
    <Section title="GLNs" aside={<Link href="/gln">Add GLN</Link>}>
      {glns.length === 0 ? (
        <Card>
          <EmptyLine>No GLN on file. Without one, files for this location cannot become orders.</EmptyLine>
        </Card>
      ) : (
        <Stack gap="sm">
          {glns.map(({ globalLocationNumber: { id, globalLocationNumber }, disposition, isVerified }) => (
            <Card
              key={id}
              title={<Code groups={groupCode('gln', globalLocationNumber)} copy="GLN" />}
              aside={isVerified ? <Badge meaning="done">Verified</Badge> : <Badge meaning="attention">Pending</Badge>}
            >
              <Box px="md" pb="sm" c="var(--ink-2)">
                {DISPOSITIONS[disposition]}
              </Box>
            </Card>
          ))}
        </Stack>
      )}
    </Section>
  )
}

function AskDialogs({ ask, location, onClose }: { ask: Ask | undefined; location: Location; onClose: () => void }) {
  const remove = useDialogMutation(
    trpc.location.deleteOneAddress.useMutation({ meta: { done: 'Address deleted.', touches: ['location'] } }),
    onClose,
  )
  if (!ask) return null
  if (ask.kind === 'rename') return <RenameDialog location={location} onClose={onClose} />
  if (ask.kind === 'facts') return <FactsDialog location={location} onClose={onClose} />
  if (ask.kind === 'owner') return <OwnerDialog location={location} onClose={onClose} />
  if (ask.kind === 'add') return <AddressDialog location={location} onClose={onClose} />
  if (ask.kind === 'edit') return <AddressDialog location={location} address={ask.address} onClose={onClose} />
  const { address } = ask
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete this address"
      confirmLabel={`Delete ${address.addressLineOne}`}
      destructive
      pending={remove.isPending}
      onConfirm={() => void remove.submit({ customerLocationAddressId: address.id })}
    >
      <p>
        {[address.addressLineOne, ...addressLines(address)].join(', ')} will be removed from this location.
        {address.isDefault ? ' Another address will become the default, and the location will be renamed after it.' : ''}
      </p>
    </ConfirmDialog>
  )
}
