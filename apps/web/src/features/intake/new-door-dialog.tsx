import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type IntakeDoor, type IntakeOverview, newIntakeDoor } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { DOOR_WORDS } from './door-words.ts'
import { accessTitle, hasSecret, NewDoorAccessPart } from './new-door-access.tsx'
import { NEW_PULL, PullFields } from './pull-fields.tsx'
import { SendersField } from './senders-dialog.tsx'
import { SftpFields, type SftpSecrets } from './sftp-fields.tsx'
import { useNewDoor } from './use-new-door.ts'

type Kind = IntakeDoor['kind']
const KINDS = ['token', 'mail', 'sftp', 'pull'] as const satisfies readonly Kind[]
const toId = (value: string) => (value === '' ? null : Number(value))

/** Asks for the sender and the kind of door, then shows what the sender needs. A token or a password cannot be shown again after the dialog closes. */
export function NewDoorDialog({ overview, onClose }: { overview: IntakeOverview; onClose: () => void }) {
  const { locations, mayOpenForAll, partners, takesMail, sftpServer } = overview
  const [kind, setKind] = useState<Kind>('token')
  const [senders, setSenders] = useState('')
  const [sftp, setSftp] = useState<SftpSecrets>({ keys: '', hasPassword: true })
  const [pull, setPull] = useState(NEW_PULL)
  const { made, problems, send } = useNewDoor(kind, { senders, sftp, pull })
  const form = useZodForm({
    shape: newIntakeDoor,
    initial: { name: '', locationId: mayOpenForAll ? null : (locations[0]?.id ?? null), tradingPartnerId: null },
    send,
    refusalOf: toRefusal,
    otherwise: 'name',
  })
  const { name, locationId, tradingPartnerId } = form.values
  const off = [...(takesMail ? [] : ['email']), ...(sftpServer ? [] : ['SFTP'])]
  return (
    <Dialog
      opened
      onClose={onClose}
      stays={made !== undefined && hasSecret(made)}
      title={made ? accessTitle(made) : 'Create door'}
      size={560}
    >
      {made ? (
        <NewDoorAccessPart made={made} server={sftpServer} onClose={onClose} />
      ) : (
        <DialogPart
          onSubmit={form.onSubmit}
          foot={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="filled" loading={form.isBusy} disabled={!name.trim()}>
                {DOOR_WORDS[kind].create}
              </Button>
            </>
          }
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="Use the sender’s name, so that you recognize its files later."
              placeholder="Northway Wholesale"
              maxLength={80}
              {...form.field('name')}
              data-autofocus
            />
            <NativeSelect
              label="How files arrive"
              description={off.length ? `This server does not receive files by ${off.join(' or ')}.` : undefined}
              data={KINDS.map((value) => ({
                value,
                label: DOOR_WORDS[value].choice,
                disabled: (value === 'mail' && !takesMail) || (value === 'sftp' && !sftpServer),
              }))}
              value={kind}
              onChange={(event) => setKind(KINDS.find((one) => one === event.currentTarget.value) ?? 'token')}
            />
            {kind === 'mail' && <SendersField value={senders} error={problems.senders} onChange={setSenders} />}
            {kind === 'sftp' && <SftpFields value={sftp} error={problems.publicKeys} onChange={setSftp} />}
            {kind === 'pull' && <PullFields value={pull} problems={problems} onChange={setPull} />}
            <NativeSelect
              label="Location"
              description="Used for a file that names none of your locations. Other files go to the location they name."
              data={[
                ...(mayOpenForAll ? [{ value: '', label: 'All locations' }] : []),
                ...locations.map((one) => ({ value: String(one.id), label: one.name })),
              ]}
              value={locationId === null ? '' : String(locationId)}
              onChange={(event) => form.set('locationId', toId(event.currentTarget.value))}
            />
            <NativeSelect
              label="Trading partner"
              description="If the sender is one of your partners."
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
