import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type IntakeDoor, type IntakeOverview, newIntakeDoor, newMailDoor } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { DeliverCommand } from './deliver-command.tsx'
import { SendersField } from './senders-dialog.tsx'
import { splitSenders } from './split-senders.ts'

const toId = (value: string) => (value === '' ? null : Number(value))

/** Asks for the sender and the kind of door, then shows the token or the email address. The token cannot be shown again after the dialog closes. */
export function NewDoorDialog({ overview, onClose }: { overview: IntakeOverview; onClose: () => void }) {
  const { locations, mayOpenForAll, partners, takesMail } = overview
  const [kind, setKind] = useState<IntakeDoor['kind']>('token')
  const [senders, setSenders] = useState('')
  const [problem, setProblem] = useState<string>()
  const make = trpc.intake.createOneDoor.useMutation({ meta: { touches: ['intake'], quiet: true } })
  const makeAddress = trpc.intake.createOneMailDoor.useMutation({ meta: { touches: ['intake'], quiet: true } })
  const form = useZodForm({
    shape: newIntakeDoor,
    initial: { name: '', locationId: mayOpenForAll ? null : (locations[0]?.id ?? null), tradingPartnerId: null },
    send: async (input) => {
      if (kind === 'token') return void (await make.mutateAsync(input))
      const read = newMailDoor.safeParse({ ...input, senders: splitSenders(senders) })
      setProblem(read.error?.issues[0]?.message)
      if (read.data) await makeAddress.mutateAsync(read.data)
    },
    refusalOf: toRefusal,
    otherwise: 'name',
  })
  const { name, locationId, tradingPartnerId } = form.values
  return (
    <Dialog
      opened
      onClose={onClose}
      stays={make.data !== undefined}
      title={make.data ? 'Copy the token' : makeAddress.data ? 'The email address' : 'Create door'}
      size={560}
    >
      {make.data ? (
        <DialogPart
          foot={
            <Button variant="filled" onClick={onClose}>
              I have copied it
            </Button>
          }
        >
          <Stack gap="md">
            <Note meaning="attention" title="It is shown only once">
              Give it to the sender. A program with this token can deliver files here and do nothing else.
            </Note>
            <Code groups={[make.data.token]} copy="token" wraps />
            <Muted>The sender delivers a file with:</Muted>
            <DeliverCommand token={make.data.token} />
          </Stack>
        </DialogPart>
      ) : makeAddress.data ? (
        <DialogPart
          foot={
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          }
        >
          <Stack gap="md">
            <Muted>
              Give this address to the sender. Each attached file counts as a delivery, and the sender gets an email with the results.
            </Muted>
            <Code groups={[makeAddress.data.address]} copy="address" wraps />
          </Stack>
        </DialogPart>
      ) : (
        <DialogPart
          onSubmit={form.onSubmit}
          foot={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="filled" loading={form.isBusy} disabled={!name.trim()}>
                {kind === 'mail' ? 'Create the address' : 'Create the token'}
              </Button>
            </>
          }
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="The sender, so that you recognize it later."
              placeholder="Northway Wholesale"
              maxLength={80}
              {...form.field('name')}
              data-autofocus
            />
            <NativeSelect
              label="How files arrive"
              description={takesMail ? undefined : 'This server does not receive email.'}
              data={[
                { value: 'token', label: 'HTTPS, with a token' },
                { value: 'mail', label: 'Email, to a separate address', disabled: !takesMail },
              ]}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value === 'mail' ? 'mail' : 'token')}
            />
            {kind === 'mail' && <SendersField value={senders} error={problem} onChange={setSenders} />}
            <NativeSelect
              label="Location"
              description="Counts for a file that names none of your locations. The others go where they say."
              data={[
                ...(mayOpenForAll ? [{ value: '', label: 'All locations' }] : []),
                ...locations.map((one) => ({ value: String(one.id), label: one.name })),
              ]}
              value={locationId === null ? '' : String(locationId)}
              onChange={(event) => form.set('locationId', toId(event.currentTarget.value))}
            />
            <NativeSelect
              label="Trading partner"
              description="If it is one of yours."
              data={[{ value: '', label: 'None' }, ...partners.map((one) => ({ value: String(one.id), label: one.name }))]}
              value={tradingPartnerId === null ? '' : String(tradingPartnerId)}
              onChange={(event) => form.set('tradingPartnerId', toId(event.currentTarget.value))}
            />
          </Stack>
        </DialogPart>
      )}
    </Dialog>
  )
}
