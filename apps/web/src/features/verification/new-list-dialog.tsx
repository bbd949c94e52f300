import { Button, FileButton, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { formatAmount, MOST_VERIFICATIONS, VERIFICATION_PURPOSES, type VerificationChoices, verificationPurpose } from '@seriatim/schema'
import { z } from 'zod'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Muted } from '../../ui/text/text.tsx'

const shape = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  locationId: z.number(),
  purpose: verificationPurpose,
  text: z.string().trim().min(1, 'Paste the packages, or choose a file.').max(200_000, 'A list has at most 200,000 characters.'),
})

interface NewListDialogProps {
  choices: VerificationChoices
  onClose: () => void
}

/** Asks about up to 500 packages from pasted text or a file. */
export function NewListDialog({ choices, onClose }: NewListDialogProps) {
  return choices.driver === 'manual' ? <NoService choices={choices} onClose={onClose} /> : <ListForm choices={choices} onClose={onClose} />
}

function NoService({ choices: { mayConfigure }, onClose }: NewListDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Verify a list" foot={<Button onClick={onClose}>Close</Button>}>
      <p>
        A list needs a verification service, and your organization asks by hand.{' '}
        {mayConfigure ? <a href="/settings/verification">Set up the service</a> : 'An admin can set one up under Settings.'}
      </p>
    </Dialog>
  )
}

function ListForm({ choices: { locations, purposes }, onClose }: NewListDialogProps) {
  const read = trpc.verification.readOneListText.useMutation({ meta: { quiet: true } })
  const create = trpc.verification.createOneList.useMutation({
    meta: { quiet: true, touches: ['verification'], done: 'The list is being processed.' },
  })
  const form = useZodForm({
    shape,
    initial: { name: '', locationId: locations[0]?.id ?? 0, purpose: purposes[0] ?? 'return', text: '' },
    send: async ({ text, ...list }) => {
      const { items, refused, named } = await read.mutateAsync({ text })
      if (refused > 0) throw new Error(`${formatAmount(refused, 'line')} cannot be used. Line ${named[0]?.line}: ${named[0]?.why}`)
      await create.mutateAsync({ ...list, items })
    },
    refusalOf: (error) =>
      error instanceof Error && error.constructor === Error ? { field: 'text', sentence: error.message } : toRefusal(error),
    otherwise: 'text',
    onSent: onClose,
  })
  return (
    <FormDialog opened stays onClose={onClose} title="Verify a list" form={form} submitLabel="Ask" size={560}>
      <Stack gap="md">
        <TextInput label="Name of the list" placeholder="November returns" maxLength={100} {...form.field('name')} data-autofocus />
        <AutoGrid least={200}>
          <NativeSelect
            label="Purpose"
            data={purposes.map((value) => ({ value, label: VERIFICATION_PURPOSES[value] }))}
            {...form.field('purpose')}
          />
          <NativeSelect
            label="Location of the packages"
            data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(form.values.locationId)}
            onChange={({ currentTarget: { value } }) => form.set('locationId', Number(value))}
          />
        </AutoGrid>
        <Textarea
          label="Packages"
          description={`A table with the headings GTIN, serial number, lot and expiry, or one barcode on each line. At most ${MOST_VERIFICATIONS}.`}
          rows={8}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          spellCheck={false}
          {...form.field('text')}
        />
        <Group gap="xs">
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(file) => file && void file.text().then((text) => form.set('text', text))}
          >
            {(props) => (
              <Button size="xs" {...props}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Muted>Missing lots and expiries are taken from the packages on file.</Muted>
        </Group>
        <Muted>
          By asking, you attest that you have all these packages in your possession. Packages that left the location in a shipment are
          marked and are not verified.
        </Muted>
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
      </Stack>
    </FormDialog>
  )
}
