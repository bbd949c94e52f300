import { Button, Stack } from '@mantine/core'
import type { IntakeDoor } from '@seriatim/schema'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { DeliverCommand } from './deliver-command.tsx'
import { SourceTest } from './source-test.tsx'

/** Checks everything that a delivery needs, without delivering a file, and shows how to send one. */
export function DoorTestDialog({ door, onClose }: { door: IntakeDoor; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={`Test ${door.name}`} size={560} foot={<Button onClick={onClose}>Close</Button>}>
      <Stack gap="md">
        <SourceTest doorId={door.id} />
        <HowToTry kind={door.kind} />
      </Stack>
    </Dialog>
  )
}

function HowToTry({ kind }: Pick<IntakeDoor, 'kind'>) {
  if (kind === 'mail') return <Muted>To test with a file, email it as an attachment to the address of this door.</Muted>
  if (kind === 'pull') return <Muted>Files are fetched once they have not changed for a minute.</Muted>
  if (kind === 'sftp')
    return <Muted>To test with a file, sign in as this door’s user with an SFTP client. To see how, select Connect.</Muted>
  return (
    <>
      <Muted>To test with a file, run this command on the sender’s computer:</Muted>
      <DeliverCommand token="$TOKEN" />
    </>
  )
}
