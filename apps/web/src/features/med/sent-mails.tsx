import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { countOf, formatDateTime } from '../../ui/format.ts'
import { soon } from '../../ui/soon.ts'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'
import css from './sent-mails.module.css'

type Mail = Outputs['med']['readManyEmails'][number]

const POLL_MS = 2000

/** The record of what was sent of a med, and how the last mail gets on. */
export function SentMails({ medId, isHeld }: { medId: number; isHeld: boolean }) {
  const mails = trpc.med.readManyEmails.useQuery(
    { medId },
    {
      trpc: { context: { background: true } },
      refetchInterval: ({ state }) => (state.data?.some((mail) => mail.status === 'waiting') ? soon(state, POLL_MS) : false),
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
    <section aria-labelledby="send-sent" className={css.sent}>
      <div className={css.head}>
        <h2 id="send-sent">Sent</h2>
        <span className={css.count}>{countOf(mails.data.length, 'mail')}</span>
      </div>
      <Card>
        <ul className={css.list}>
          {mails.data.map((mail) => (
            <li key={mail.id}>
              <span className={css.when}>{formatDateTime(mail.at)}</span>
              <span>
                <b>{[...mail.to, ...mail.cc].join('; ')}</b>
                <span className={css.what}>
                  {mail.subject}. {mail.attachments.join(', ')}
                  {mail.by && `. By ${mail.by.firstName} ${mail.by.lastName}`}
                </span>
                {mail.lastError && mail.status !== 'sent' && (
                  <span className={css.fault}>
                    {mail.status === 'stopped' ? mail.lastError : `The mail server said: ${mail.lastError}`}
                  </span>
                )}
              </span>
              <span className={css.end} role="status">
                <State mail={mail} />
                {(mail.status === 'failed' || mail.status === 'stopped') && (
                  <Button size="xs" loading={again.isPending} onClick={() => send(mail.id)}>
                    {isHeld ? 'Send again…' : 'Send again'}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        opened={held.opened}
        onClose={held.close}
        title="This med is on hold"
        confirmLabel="Send its pedigree all the same"
        destructive
        pending={again.isPending}
        onConfirm={() => chosen !== undefined && void held.submit({ medEmailId: chosen, evenHeld: true })}
      >
        <p>Its pedigree goes to everybody whom this mail names. That it was sent during the hold stays on record.</p>
      </ConfirmDialog>
    </section>
  )
}

function State({ mail: { status, attempts } }: { mail: Mail }) {
  if (status === 'sent') return <Badge meaning="done">Sent</Badge>
  if (status === 'stopped') return <Badge meaning="stop">Held back</Badge>
  if (status === 'failed') return <Badge meaning="stop">Not sent</Badge>
  return <Badge meaning={attempts > 0 ? 'attention' : 'info'}>{attempts > 0 ? 'Trying again' : 'On its way'}</Badge>
}
