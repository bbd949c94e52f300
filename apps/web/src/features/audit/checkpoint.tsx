import { Box, Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import { addressesInput } from '@seriatim/schema/settings'
import { IconDownload } from '@tabler/icons-react'
import { save } from '../../api/file/download.ts'
import { toRefusal } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { Facts } from '../../ui/list/facts.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatCount, formatLongDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted } from '../../ui/text/text.tsx'

/** Shows the signed head of the log over all sealed lines; a copy of it should be kept outside the product. */
export function Checkpoint() {
  const state = trpc.audit.readOneCheckpoint.useQuery(undefined)
  return (
    <Paper component="details" bg="var(--card)" withBorder mb="md">
      <Box component="summary" px="md" py={6}>
        <Box component="h2" display="inline" fz="sm">
          Prove to others that the trail is intact
        </Box>
      </Box>
      <Stack gap="sm" px="md" pb="md" maw="76ch">
        <Muted>
          All sealed lines are in a log with a signed checkpoint. A checkpoint kept elsewhere proves to anyone that no line before it was
          changed or removed later. It does not prove who made an entry.
        </Muted>
        {state.isError ? (
          <Failed query={state} subject="The checkpoint" meaning="The trail is safe." />
        ) : (
          state.data && <Shown state={state.data} />
        )}
        <MailForm />
      </Stack>
    </Paper>
  )
}

function Shown({ state: { checkpoint, checked, stamped, fingerprint } }: { state: Outputs['audit']['readOneCheckpoint'] }) {
  return (
    <>
      {checked?.fault && (
        <Note meaning="stop" title="The nightly check found a problem">
          {`${checked.fault} Found ${formatLongDateTime(checked.at)}. Keep a copy of the database and ask who had access to it.`}
        </Note>
      )}
      {checkpoint ? (
        <Facts
          facts={[
            {
              label: 'Newest checkpoint',
              value: `${formatAmount(checkpoint.size, 'line')}, made ${formatLongDateTime(checkpoint.madeAt)}`,
            },
            { label: 'Root', value: <Code groups={checkpoint.root.match(/.{1,8}/g) ?? []} copy="root" wraps /> },
            { label: 'Log', value: <Code groups={[checkpoint.origin]} wraps /> },
            { label: 'Fingerprint of the key', value: <Code groups={fingerprint.split(' ')} copy="fingerprint" wraps /> },
            { label: 'Public key', value: <Code groups={[checkpoint.key]} copy="public key" wraps /> },
            {
              label: 'Nightly check',
              value: checked
                ? checked.fault === null
                  ? `Consistent up to line ${formatCount(checked.size)}, checked ${formatLongDateTime(checked.at)}`
                  : 'Not consistent'
                : 'Not run yet',
            },
            ...(stamped
              ? [
                  {
                    label: 'Time stamp',
                    value: `${stamped.service} confirmed the checkpoint of ${formatAmount(stamped.size, 'line')} ${formatLongDateTime(stamped.at)}`,
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <Note meaning="info" title="There is no checkpoint yet">
          The first one is made within five minutes.
        </Note>
      )}
      {checkpoint && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Glyph of={IconDownload} size={16} />}
            onClick={() => save(new Blob([checkpoint.note], { type: 'text/plain;charset=utf-8' }), `checkpoint-${checkpoint.size}.txt`)}
          >
            Save the checkpoint
          </Button>
        </Group>
      )}
    </>
  )
}

/** Sets the recipients of the daily checkpoint. */
function MailForm() {
  const mail = trpc.settings.readCheckpointMail.useQuery(undefined)
  const update = trpc.settings.updateCheckpointMail.useMutation({
    meta: { done: 'The address was saved.', touches: ['settings'], quiet: true },
  })
  const saved = mail.data?.emailAddress
  const form = useZodForm({
    shape: addressesInput,
    initial: { addresses: saved ?? '' },
    send: ({ addresses }) => update.mutateAsync({ emailAddress: addresses }),
    refusalOf: toRefusal,
    otherwise: 'addresses',
    leaveWords: 'The address has not been saved. Stay to save it, or leave without saving.',
  })
  if (mail.isError) return <Failed query={mail} subject="The address" meaning="Your saved settings are safe." />
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        label="Email the newest checkpoint each day to"
        description="An address outside of this pharmacy’s systems is the best witness: an accountant, a lawyer, a mailbox that nobody here can empty. Separate several addresses with semicolons."
        type="text"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        placeholder="Nobody"
        disabled={saved === undefined}
        {...form.field('addresses')}
      />
      <Button type="submit" size="xs" mt="sm" loading={form.isBusy} disabled={saved === undefined || !form.isDirty}>
        Save
      </Button>
      {form.question}
    </form>
  )
}
