import { Button, Group, NativeSelect, Paper, Textarea } from '@mantine/core'
import { CLOSE_REASONS, type CloseReason } from '@seriatim/schema'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { formatAmount, formatCount } from '../../../ui/text/format.ts'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { AskAboutMany } from '../ask-dialog.tsx'
import css from '../exception.module.css'
import type { ExceptionRow } from '../use-exceptions.ts'

const TOUCHES = ['documentException', 'med', 'order', 'finder']

/** Bulk actions on the selected tickets. */
export function ActBar({ tickets, all, onDone }: { tickets: readonly ExceptionRow[]; all: number | undefined; onDone: () => void }) {
  const documentExceptionIds = tickets.map(({ id }) => id)
  const open = tickets.filter(({ currentErrorStatus }) => currentErrorStatus === 'OPEN').length
  return (
    <Paper component="section" withBorder className={css.actBar} aria-label="Selected tickets">
      <Group gap="8px 12px" justify="center">
        <span>
          <b>{formatCount(tickets.length)}</b> {all !== undefined && all > tickets.length && `of ${formatCount(all)} `}selected
        </span>
        <Assign ids={documentExceptionIds} onDone={onDone} />
        <AskAboutMany tickets={tickets} onDone={onDone} />
        <Close ids={documentExceptionIds} open={open} onDone={onDone} />
        <IconButton of={IconX} size="xs" label="Select none" onClick={onDone} />
      </Group>
    </Paper>
  )
}

interface PartProps {
  ids: number[]
  onDone: () => void
}

function Assign({ ids, onDone }: PartProps) {
  const [userId, setUserId] = useState('')
  const assign = useDialogMutation(
    trpc.documentException.updateManyOwner.useMutation({ meta: { done: 'Assigned.', touches: TOUCHES } }),
    onDone,
  )
  const people = trpc.documentException.readManyPeople.useQuery({ documentExceptionId: ids[0] ?? 0 }, { enabled: assign.opened })
  return (
    <>
      <Button size="xs" onClick={assign.open}>
        Assign
      </Button>
      <ConfirmDialog
        opened={assign.opened}
        onClose={assign.close}
        title={`Assign ${formatAmount(ids.length, 'ticket')}`}
        confirmLabel="Assign"
        pending={assign.isPending}
        onConfirm={() => void assign.submit({ documentExceptionIds: ids, userId: Number(userId) || null })}
      >
        <NativeSelect
          label="Owner"
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
          data={[
            { value: '', label: 'Nobody' },
            ...(people.data ?? []).map(({ id, firstName, lastName }) => ({ value: String(id), label: `${firstName} ${lastName}` })),
          ]}
        />
      </ConfirmDialog>
    </>
  )
}

function Close({ ids, open, onDone }: PartProps & { open: number }) {
  const [reason, setReason] = useState<CloseReason>('accepted')
  const [notes, setNotes] = useState('')
  const close = useDialogMutation(
    trpc.documentException.updateManyClosed.useMutation({ meta: { touches: TOUCHES } }),
    ({ changed, left }: Closed) => {
      if (changed > 0) toast.done(`${formatAmount(changed, 'ticket')} closed.`)
      if (left.length > 0) toast.attention(`${formatAmount(left.length, 'ticket')} not closed`, { seconds: 10, detail: leftWords(left) })
      onDone()
    },
  )
  return (
    <>
      <Button size="xs" disabled={open === 0} onClick={close.open}>
        Close…
      </Button>
      <ConfirmDialog
        opened={close.opened}
        onClose={close.close}
        title={`Close ${formatAmount(open, 'ticket')}`}
        confirmLabel={`Close ${formatAmount(open, 'ticket')}`}
        pending={close.isPending}
        onConfirm={() => void close.submit({ documentExceptionIds: ids, reason, ...(notes.trim() ? { notes: notes.trim() } : {}) })}
      >
        <CloseFields held="some" reason={reason} onReason={setReason} notes={notes} onNotes={setNotes} />
      </ConfirmDialog>
    </>
  )
}

type Closed = Outputs['documentException']['updateManyClosed']

/** Tickets left open, by reason: "1041, 1043: already closed. 1050: 2 packages wait for its data; …" */
function leftWords(left: Closed['left']): string {
  const reasons = [...Map.groupBy(left, ({ why }) => why)]
  return reasons.map(([why, tickets]) => `${tickets.map(({ ticketNumber }) => ticketNumber).join(', ')}: ${why}.`).join(' ')
}

interface CloseFieldsProps {
  /**
   * Number of packages that are on hold because the data is missing; `some` if several tickets are being closed and any of them may have such
   * packages.
   */
  held: number | 'some'
  reason: CloseReason
  onReason: (reason: CloseReason) => void
  notes: string
  onNotes: (notes: string) => void
}

/** Asks why a ticket is closed although nothing was fixed. */
export function CloseFields({ held, reason, onReason, notes, onNotes }: CloseFieldsProps) {
  return (
    <>
      <p>
        The orders stay as they are. A closed ticket can be reopened. <ReleasedWords held={held} />
      </p>
      <NativeSelect
        label="Reason"
        mt="md"
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value as CloseReason)} // the field offers only these values
        data={Object.entries(CLOSE_REASONS).map(([value, label]) => ({ value, label }))}
      />
      <Textarea label="Notes" mt="md" rows={3} maxLength={2000} value={notes} onChange={(event) => onNotes(event.currentTarget.value)} />
    </>
  )
}

/**
 * Warns that ending a ticket also releases the packages that the ticket holds as data pending, and says how many there are. `some`: several tickets
 * are ended and the number is not known.
 */
export function ReleasedWords({ held }: Pick<CloseFieldsProps, 'held'>) {
  if (held === 0) return null
  if (held === 'some') return 'Packages on hold for the data of these tickets are released.'
  return <b>{`${formatAmount(held, 'package')} on hold as data pending ${held === 1 ? 'is' : 'are'} released.`}</b>
}
