import { Button, Stack } from '@mantine/core'
import type { IntakeDoor } from '@seriatim/schema'
import { IconAlertOctagon, IconCheck } from '@tabler/icons-react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { DeliverCommand } from './deliver-command.tsx'

/** Checks everything that a delivery needs, without a delivery, and shows how to send one. */
export function DoorTestDialog({ door, onClose }: { door: IntakeDoor; onClose: () => void }) {
  const test = trpc.intake.readOneDoorTest.useQuery({ doorId: door.id }, { gcTime: 0, staleTime: 0 })
  return (
    <Dialog opened onClose={onClose} title={`Test ${door.name}`} size={560} foot={<Button onClick={onClose}>Close</Button>}>
      <Stack gap="md">
        <Loaded
          query={test}
          subject="The test"
          sentence={findServerSentence(test.error)}
          safe="Files are still received"
          waiting={<SkeletonCard />}
        >
          {({ checks }) => (
            <Stack gap="xs" role="status">
              {checks.map(({ what, isOk, text }) => (
                <IconText key={what} of={isOk ? IconCheck : IconAlertOctagon} meaning={isOk ? 'done' : 'stop'}>
                  {`${what}: ${text}`}
                </IconText>
              ))}
            </Stack>
          )}
        </Loaded>
        <HowToTry kind={door.kind} />
      </Stack>
    </Dialog>
  )
}

function HowToTry({ kind }: Pick<IntakeDoor, 'kind'>) {
  if (kind === 'mail') return <Muted>To try it with a file, send an email with a file attached to the address of this door.</Muted>
  if (kind === 'sftp') return <Muted>To try it with a file, sign in as its user with an SFTP client. The button Connect shows how.</Muted>
  return (
    <>
      <Muted>To try it with a file, send this from the sender’s computer:</Muted>
      <DeliverCommand token="$TOKEN" />
    </>
  )
}
