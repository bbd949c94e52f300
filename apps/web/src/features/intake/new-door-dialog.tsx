import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type IntakeDoor, type IntakeOverview, type NewIntakeDoor, newIntakeDoor, newMailDoor, newSftpDoor } from '@seriatim/schema'
import { useState } from 'react'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { DOOR_WORDS } from './door-words.ts'
import { hasSecret, type MadeDoor, MadeDoorPart, madeTitle } from './made-door.tsx'
import { SendersField } from './senders-dialog.tsx'
import { SftpFields, type SftpSecrets, splitKeys } from './sftp-fields.tsx'
import { splitSenders } from './split-senders.ts'

type Kind = IntakeDoor['kind']
const KINDS = ['token', 'mail', 'sftp'] as const satisfies readonly Kind[]
const toId = (value: string) => (value === '' ? null : Number(value))

/** What a kind of door needs besides the name, location and partner. */
interface Extra {
  senders: string
  sftp: SftpSecrets
}

/** Creates a door of any kind. `problem`: what is wrong with the extra fields. */
function useNewDoor(kind: Kind, { senders, sftp }: Extra) {
  const [made, setMade] = useState<MadeDoor>()
  const [problem, setProblem] = useState<string>()
  const meta = { touches: ['intake'], quiet: true } as const
  const token = trpc.intake.createOneDoor.useMutation({ meta })
  const mail = trpc.intake.createOneMailDoor.useMutation({ meta })
  const user = trpc.intake.createOneSftpDoor.useMutation({ meta })
  const send = async (input: NewIntakeDoor) => {
    setProblem(undefined)
    if (kind === 'token') return setMade({ kind, ...(await token.mutateAsync(input)) })
    if (kind === 'mail') {
      const read = newMailDoor.safeParse({ ...input, senders: splitSenders(senders) })
      setProblem(read.error?.issues[0]?.message)
      if (read.data) setMade({ kind, ...(await mail.mutateAsync(read.data)) })
      return
    }
    const read = newSftpDoor.safeParse({ ...input, publicKeys: splitKeys(sftp.keys), hasPassword: sftp.hasPassword })
    setProblem(read.error?.issues[0]?.message)
    if (!read.data) return
    // A wrong key belongs to its own field.
    const created = await user
      .mutateAsync(read.data)
      .catch((error: unknown) => setProblem(findServerSentence(error) ?? 'It failed. Try again.'))
    if (created) setMade({ kind, ...created })
  }
  return { made, problem, send }
}

/** Asks who sends and how, then shows what the sender needs. A token or a password is gone when the dialog closes. */
export function NewDoorDialog({ overview, onClose }: { overview: IntakeOverview; onClose: () => void }) {
  const { locations, mayOpenForAll, partners, takesMail, sftpServer } = overview
  const [kind, setKind] = useState<Kind>('token')
  const [senders, setSenders] = useState('')
  const [sftp, setSftp] = useState<SftpSecrets>({ keys: '', hasPassword: true })
  const { made, problem, send } = useNewDoor(kind, { senders, sftp })
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
      title={made ? madeTitle(made) : 'Create door'}
      size={560}
    >
      {made ? (
        <MadeDoorPart made={made} server={sftpServer} onClose={onClose} />
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
              description="The sender, so that you recognize it later."
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
            {kind === 'mail' && <SendersField value={senders} error={problem} onChange={setSenders} />}
            {kind === 'sftp' && <SftpFields value={sftp} error={problem} onChange={setSftp} />}
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
