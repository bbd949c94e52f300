import { Button, Stack } from '@mantine/core'
import type { IntakeOverview } from '@seriatim/schema'
import { DialogPart } from '../../ui/dialog/dialog.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { DeliverCommand } from './deliver-command.tsx'
import { SftpAccess } from './sftp-access.tsx'
import { SourceTest } from './source-test.tsx'

/**
 * What somebody needs to use a new door. For `token`, `mail` and `sftp`, the sender gets it. For `pull` it is only the door's id, because Seriatim
 * fetches the files itself.
 */
export type NewDoorAccess =
  | { kind: 'token'; token: string }
  | { kind: 'mail'; address: string }
  | { kind: 'sftp'; user: string; password: string | null }
  | { kind: 'pull'; doorId: number }

export const hasSecret = (made: NewDoorAccess): boolean => made.kind === 'token' || (made.kind === 'sftp' && made.password !== null)

const TITLES = {
  token: 'Copy the token',
  mail: 'Email address for the sender',
  sftp: 'SFTP access for the sender',
  pull: 'Confirm the server',
} as const
export const accessTitle = ({ kind }: NewDoorAccess): string => TITLES[kind]

interface NewDoorAccessPartProps {
  made: NewDoorAccess
  server: IntakeOverview['sftpServer']
  onClose: () => void
}

/** Shows what the sender needs to use the new door. A token or a password cannot be shown again after the dialog closes. */
export function NewDoorAccessPart({ made, server, onClose }: NewDoorAccessPartProps) {
  return (
    <DialogPart
      foot={
        <Button variant="filled" onClick={onClose}>
          {hasSecret(made) ? 'I have copied it' : 'Done'}
        </Button>
      }
    >
      <Stack gap="md">
        {made.kind === 'token' && (
          <>
            <Note meaning="attention" title="This token is shown only once">
              Give the token to the sender. A program with this token can deliver files here and do nothing else.
            </Note>
            <Code groups={[made.token]} copy="token" wraps />
            <Muted>To deliver a file, the sender runs:</Muted>
            <DeliverCommand token={made.token} />
          </>
        )}
        {made.kind === 'mail' && (
          <>
            <Muted>
              Give this address to the sender. Each attached file counts as a delivery, and the sender gets an email with the results.
            </Muted>
            <Code groups={[made.address]} copy="address" wraps />
          </>
        )}
        {made.kind === 'pull' && <SourceTest doorId={made.doorId} />}
        {made.kind === 'sftp' && server && (
          <>
            {made.password !== null && (
              <Note meaning="attention" title="The password is shown only once">
                A client that signs in with it can deliver files here and do nothing else.
              </Note>
            )}
            <SftpAccess server={server} user={made.user} password={made.password} />
          </>
        )}
      </Stack>
    </DialogPart>
  )
}
