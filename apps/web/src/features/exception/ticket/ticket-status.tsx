import { Button, Menu, Textarea } from '@mantine/core'
import { type CloseReason, EXCEPTION_STATUSES, type ExceptionStatus } from '@seriatim/schema'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { formatAmount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import type { Ticket } from '../use-exceptions.ts'
import { CloseFields, ReleasedWords } from './act-bar.tsx'

const WORDS: Record<ExceptionStatus, { action: string; title: string; done: string }> = {
  CLOSED: { action: 'Close…', title: 'Close this ticket', done: 'Ticket closed.' },
  RESOLVED: { action: 'Resolve…', title: 'Resolve this ticket', done: 'Ticket resolved.' },
  OPEN: { action: 'Reopen…', title: 'Reopen this ticket', done: 'Ticket reopened.' },
}

/** Changes the status between open, closed and resolved, each with a note. */
export function ChangeStatus({ ticket }: { ticket: Ticket }) {
  const [status, setStatus] = useState<ExceptionStatus>('CLOSED')
  const [reason, setReason] = useState<CloseReason>('accepted')
  const [notes, setNotes] = useState('')
  const change = useDialogMutation(
    trpc.documentException.createOneStatus.useMutation({
      meta: { done: WORDS[status].done, touches: ['documentException', 'med', 'order', 'finder'] },
    }),
  )
  const ask = (next: ExceptionStatus) => {
    setStatus(next)
    setNotes('')
    change.open()
  }
  const next: readonly ExceptionStatus[] = ticket.currentErrorStatus === 'OPEN' ? ['CLOSED', 'RESOLVED'] : ['OPEN']
  // Closing or resolving a ticket releases the packages that are on hold because the ticket's data is missing, so it requires the right to release
  // holds.
  const mayEnd = ticket.held === 0 || ticket.mayRelease
  const send = () => {
    const given = notes.trim()
    const why = status === 'CLOSED' ? { reason } : {}
    return change.submit({ documentExceptionId: ticket.id, status, ...why, ...(given ? { notes: given } : {}) })
  }
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <Button rightSection={<Glyph of={IconChevronDown} size={16} />}>Change status</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {next.map((one) => (
            <Menu.Item key={one} disabled={one !== 'OPEN' && !mayEnd} onClick={() => ask(one)}>
              {WORDS[one].action}
            </Menu.Item>
          ))}
          {ticket.currentErrorStatus === 'OPEN' && !mayEnd && (
            <Menu.Label>
              {formatAmount(ticket.held, 'package')} on hold for this ticket: a location admin can close it and release them.
            </Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={change.opened}
        onClose={change.close}
        title={WORDS[status].title}
        confirmLabel={WORDS[status].title}
        pending={change.isPending}
        disabled={status === 'OPEN' && notes.trim() === ''}
        onConfirm={() => void send()}
      >
        {status === 'CLOSED' ? (
          <CloseFields held={ticket.held} reason={reason} onReason={setReason} notes={notes} onNotes={setNotes} />
        ) : (
          <>
            <p>
              Ticket {ticket.ticketNumber} becomes {EXCEPTION_STATUSES[status]}.{' '}
              {status === 'OPEN' ? 'It gets a new due date.' : 'The problem is fixed. The order stays as it is.'}{' '}
              {status !== 'OPEN' && <ReleasedWords held={ticket.held} />}
            </p>
            <Textarea
              label={status === 'OPEN' ? 'Reason' : 'Notes'}
              mt="md"
              rows={3}
              maxLength={2000}
              value={notes}
              onChange={(event) => setNotes(event.currentTarget.value)}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
