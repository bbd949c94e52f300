import { Button, NativeSelect, Stack } from '@mantine/core'
import { changedSftpAccess, type IntakeDoor, type IntakeOverview } from '@seriatim/schema'
import { useState } from 'react'
import { writeSentence } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { NewDoorAccessPart } from './new-door-access.tsx'
import { SftpAccess } from './sftp-access.tsx'
import { KeysField, splitKeys } from './sftp-fields.tsx'

interface SftpAccessDialogProps {
  door: IntakeDoor
  server: IntakeOverview['sftpServer']
  onClose: () => void
}

/** Shows how a sender signs in to an SFTP door, and lets a person replace the sender's keys and password. The existing password is never shown. */
export function SftpAccessDialog({ door, server, onClose }: SftpAccessDialogProps) {
  const { name, sftp } = door
  const [isChanging, setIsChanging] = useState(false)
  const [changed, setChanged] = useState<Outputs['intake']['updateOneSftpAccess']>()
  const hasNewPassword = changed !== undefined && changed.password !== null
  return (
    <Dialog
      opened
      onClose={onClose}
      stays={hasNewPassword}
      title={hasNewPassword ? 'SFTP access for the sender' : `How ${name} connects`}
      size={560}
    >
      {hasNewPassword ? (
        <NewDoorAccessPart made={{ kind: 'sftp', ...changed }} server={server} onClose={onClose} />
      ) : isChanging && sftp ? (
        <ChangeAccess
          doorId={door.id}
          sftp={sftp}
          onCancel={() => setIsChanging(false)}
          onDone={(answer) => (answer.password === null ? onClose() : setChanged(answer))}
        />
      ) : (
        <DialogPart
          foot={
            <>
              {sftp && server && <Button onClick={() => setIsChanging(true)}>Replace keys or password</Button>}
              <Button onClick={onClose}>Close</Button>
            </>
          }
        >
          {sftp && server ? (
            <SftpAccess server={server} user={sftp.user} keys={sftp.keys} />
          ) : (
            <Muted>The SFTP server of this installation is off. The operator can turn it on.</Muted>
          )}
        </DialogPart>
      )}
    </Dialog>
  )
}

type Password = 'keep' | 'new' | 'none'

interface ChangeAccessProps {
  doorId: number
  sftp: NonNullable<IntakeDoor['sftp']>
  onCancel: () => void
  onDone: (answer: Outputs['intake']['updateOneSftpAccess']) => void
}

function ChangeAccess({ doorId, sftp, onCancel, onDone }: ChangeAccessProps) {
  const [keys, setKeys] = useState(sftp.publicKeys.join('\n'))
  const [password, setPassword] = useState<Password>(sftp.hasPassword ? 'keep' : 'none')
  const [problem, setProblem] = useState<string>()
  const save = trpc.intake.updateOneSftpAccess.useMutation({
    meta: { touches: ['intake'], quiet: true, done: 'The sender must now sign in with these credentials.' },
    onError: (error) => setProblem(writeSentence(error)),
    onSuccess: onDone,
  })
  const choices: [Password, string][] = [
    ...(sftp.hasPassword ? [['keep', 'Keep the password'] as [Password, string]] : []),
    ['new', 'Create a new password'],
    ['none', 'No password'],
  ]
  return (
    <DialogPart
      onSubmit={(event) => {
        event.preventDefault()
        const read = changedSftpAccess.safeParse({ doorId, publicKeys: splitKeys(keys), password })
        setProblem(read.error?.issues[0]?.message)
        if (read.data) save.mutate(read.data)
      }}
      foot={
        <>
          <Button onClick={onCancel}>Back</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Muted>The sender cannot sign in with a removed key or an earlier password. A file that is arriving right now is refused.</Muted>
        <KeysField value={keys} error={problem} onChange={setKeys} />
        <NativeSelect
          label="Password"
          data={choices.map(([value, label]) => ({ value, label }))}
          value={password}
          onChange={(event) => setPassword(choices.find(([value]) => value === event.currentTarget.value)?.[0] ?? password)}
        />
      </Stack>
    </DialogPart>
  )
}
