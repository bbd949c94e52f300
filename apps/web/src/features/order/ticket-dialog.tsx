import { Button, NativeSelect, Textarea } from '@mantine/core'
import { COUNTER_KINDS } from '@seriatim/schema'
import { IconCamera } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { readSmallFile, type SmallFile } from '../../api/small-file.ts'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'

const KINDS = ['damage', 'wrongProduct', 'overage', 'shortage'] as const
type Kind = (typeof KINDS)[number]

interface TicketDialogProps {
  opened: boolean
  onClose: () => void
  documentId: number
  /** "PO 88224-02" */
  name: string
}

/** What arrived is not right: a ticket with the order, words and a photo. */
export function TicketDialog({ opened, onClose, documentId, name }: TicketDialogProps) {
  const [kind, setKind] = useState<Kind>('damage')
  const [notes, setNotes] = useState('')
  const [photo, setPhoto] = useState<SmallFile>()
  const picker = useRef<HTMLInputElement>(null)
  const create = useDialogMutation(
    trpc.documentException.createOneTicket.useMutation({ meta: { touches: ['documentException'] } }),
    ({ ticketNumber }) => {
      toast.done(`Ticket ${ticketNumber} was made.`)
      setNotes('')
      setPhoto(undefined)
      onClose()
    },
  )
  const take = async (file: File | undefined) => {
    if (!file) return
    const small = await readSmallFile(file)
    if (small) setPhoto(small)
    else toast.attention('This photo is too large, or no picture.')
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Make a ticket"
      confirmLabel="Make the ticket"
      pending={create.isPending}
      onConfirm={() =>
        void create.submit({ documentId, kind, ...(notes.trim() ? { notes: notes.trim() } : {}), ...(photo ? { photo } : {}) })
      }
    >
      <p>Something about {name} is not right. The ticket keeps what you write and the photo, and you can ask the partner from it.</p>
      <NativeSelect
        label="What happened"
        mt="md"
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)} // one of the options
        data={KINDS.map((value) => ({ value, label: COUNTER_KINDS[value] }))}
      />
      <Textarea label="Notes" mt="md" rows={3} maxLength={2000} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button mt="md" leftSection={<IconCamera size={16} aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {photo ? photo.filename : 'Add a photo'}
      </Button>
    </ConfirmDialog>
  )
}
