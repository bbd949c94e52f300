import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatAmount, formatWhen } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'

type OpenSession = Outputs['auth']['readManySessions'][number]

/** The user's sessions, each with a sign-out button. */
export function Sessions() {
  const sessions = trpc.auth.readManySessions.useQuery(undefined)
  const [wanted, setWanted] = useState<OpenSession>()
  const one = useDialogMutation(trpc.auth.deleteOneSession.useMutation({ meta: { done: 'The device was signed out.', touches: ['auth'] } }))
  const all = useDialogMutation(
    trpc.auth.deleteOtherSessions.useMutation({ meta: { done: 'All other devices were signed out.', touches: ['auth'] } }),
  )
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Card title="Where you are signed in" foot={others > 0 ? <Button onClick={all.open}>Sign out all other devices</Button> : undefined}>
      <Loaded
        query={sessions}
        subject="Your sessions"
        meaning="You stay signed in on this device."
        waiting={
          <CardBody>
            <Skeleton width="60%" />
          </CardBody>
        }
      >
        {(open) => (
          <Lines
            lines={open.map((session) => ({
              key: session.id,
              name: session.device,
              content: (
                <>
                  <b>{session.device}</b> {session.isCurrent && <Badge meaning="done">This device</Badge>}
                  <Muted>
                    {`${session.address ?? 'Unknown address'}. Signed in ${formatWhen(session.signedInAt)}, last seen ${formatWhen(session.lastSeenAt)}.`}
                  </Muted>
                </>
              ),
              end: !session.isCurrent && (
                <Button
                  size="xs"
                  aria-label={`Sign out ${session.device}, signed in ${formatWhen(session.signedInAt)}`}
                  onClick={() => {
                    setWanted(session)
                    one.open()
                  }}
                >
                  Sign out
                </Button>
              ),
            }))}
          />
        )}
      </Loaded>
      <ConfirmDialog
        opened={one.opened}
        onClose={one.close}
        title="Sign this device out?"
        confirmLabel={`Sign out ${wanted?.device ?? 'the device'}`}
        onConfirm={() => wanted && void one.submit({ sessionId: wanted.id })}
        pending={one.isPending}
        destructive
      >
        Unsaved work on that device will be lost, and its user will have to sign in again.
      </ConfirmDialog>
      <ConfirmDialog
        opened={all.opened}
        onClose={all.close}
        title="Sign out all other devices?"
        confirmLabel={`Sign out ${formatAmount(others, 'device')}`}
        onConfirm={() => void all.submit(undefined)}
        pending={all.isPending}
        destructive
      >
        You stay signed in on this device. Unsaved work on the other devices will be lost. Access tokens keep working: revoke them below.
      </ConfirmDialog>
    </Card>
  )
}
