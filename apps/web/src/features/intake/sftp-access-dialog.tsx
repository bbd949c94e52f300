import { Button } from '@mantine/core'
import type { IntakeDoor, IntakeOverview } from '@seriatim/schema'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { SftpAccess } from './sftp-access.tsx'

interface SftpAccessDialogProps {
  door: IntakeDoor
  server: IntakeOverview['sftpServer']
  onClose: () => void
}

/** Shows what the sender of a door needs, except its password. */
export function SftpAccessDialog({ door: { name, sftp }, server, onClose }: SftpAccessDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={`How ${name} connects`} size={560} foot={<Button onClick={onClose}>Close</Button>}>
      {sftp && server ? (
        <SftpAccess server={server} user={sftp.user} keys={sftp.keys} />
      ) : (
        <Muted>The SFTP server of this installation is off. Its operator can turn it on.</Muted>
      )}
    </Dialog>
  )
}
