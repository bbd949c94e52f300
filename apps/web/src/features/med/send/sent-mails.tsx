import { Button, Group, Text } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { useState } from 'react'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { nextPollMs } from '../../../ui/feedback/poll-interval.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type Line, Lines } from '../../../ui/list/lines.tsx'
import { formatAmount, formatDateTime } from '../../../ui/text/format.ts'

type Mail = Outputs['med']['readManyEmails'][number]

const POLL_MS = 2000

/** Emails sent about a med, with the status of the last one. */
export function SentMails({ medId, isHeld }: { medId: number; isHeld: boolean }) {
  const mails = trpc.med.readManyEmails.useQuery(
    { medId },
    {
      trpc: { context: { background: true } },
      refetchInterval: ({ state }) => (state.data?.some((mail) => mail.status === 'waiting') ? nextPollMs(state, POLL_MS) : false),
    },
  )
  const again = trpc.med.emailOneAgain.useMutation({ meta: { done: 'The pedigree is on its way.', touches: ['med'] } })
  const held = useDialogMutation(again)
  const [chosen, setChosen] = useState<number>()
  const send = (medEmailId: number) => {
    if (!isHeld) return again.mutate({ medEmailId })
    setChosen(medEmailId)
    held.open()
  }
  if (!mails.data?.length) return null
  return (
    <Section title="Sent" aside={formatAmount(mails.data.length, 'mail')}>
      <Card>
        <Lines lines={mails.data.map((mail) => makeLine(mail, again.isPending, isHeld, send))} />
      </Card>
      <ConfirmDialog
        opened={held.opened}
        onClose={held.close}
        title="This package is on hold"
        confirmLabel="Send anyway"
        destructive
        pending={again.isPending}
        onConfirm={() => chosen !== undefined && void held.submit({ medEmailId: chosen, evenHeld: true })}
      >
        <p>The pedigree goes to every recipient of this email. The record will show that it was sent during the hold.</p>
      </ConfirmDialog>
    </Section>
  )
}

function makeLine(mail: Mail, isBusy: boolean, isHeld: boolean, send: (medEmailId: number) => void): Line {
  const { id, to, cc, subject, at, attachments, by, lastError, status } = mail
  return {
    key: id,
    name: `email to ${to.join('; ')}`,
    content: <b>{[...to, ...cc].join('; ')}</b>,
    sub: (
      <>
        {formatDateTime(at)}
        <Text inherit fz="sm" c="var(--ink-2)">
          {subject}. {attachments.join(', ')}
          {by && `. By ${writeFullName(by)}`}
        </Text>
        {lastError && status !== 'sent' && (
          <Text inherit fz="sm" c="var(--stop-text)">
            {status === 'stopped' ? lastError : `The mail server said: ${lastError}`}
          </Text>
        )}
      </>
    ),
    end: (
      <Group gap="xs" justify="flex-end" role="status">
        <State mail={mail} />
        {(status === 'failed' || status === 'stopped') && (
          <Button size="xs" loading={isBusy} onClick={() => send(id)}>
            {isHeld ? 'Send again…' : 'Send again'}
          </Button>
        )}
      </Group>
    ),
  }
}

function State({ mail: { status, attempts } }: { mail: Mail }) {
  if (status === 'sent') return <Badge meaning="done">Sent</Badge>
  if (status === 'stopped') return <Badge meaning="stop">Held back</Badge>
  if (status === 'failed') return <Badge meaning="stop">Not sent</Badge>
  return <Badge meaning={attempts > 0 ? 'attention' : 'info'}>{attempts > 0 ? 'Trying again' : 'On its way'}</Badge>
}
