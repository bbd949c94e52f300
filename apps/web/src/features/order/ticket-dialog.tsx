import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core'
import { COUNTER_KINDS, type TicketFile } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { LinkButton } from '../../ui/text/text.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { type Missing, MissingPackages } from './missing-packages.tsx'
import { PhotoButton } from './photo-button.tsx'
import type { TicketItem } from './ticket-items.ts'
import { TicketPackages } from './ticket-packages.tsx'

const KINDS = ['damage', 'wrongProduct', 'overage', 'shortage'] as const
type Kind = (typeof KINDS)[number]

interface TicketDialogProps {
  onClose: () => void
  documentId: number
  /** Name of the order, such as "PO 88224-02". */
  name: string
}

/** Reports a problem with a delivery as a ticket with the order, its packages, a description and a photo. */
export default function TicketDialog({ onClose, documentId, name }: TicketDialogProps) {
  const [kind, setKind] = useState<Kind>('damage')
  const [items, setItems] = useState<TicketItem[]>([])
  const [missing, setMissing] = useState<Missing>([])
  const [notes, setNotes] = useState('')
  const [photo, setPhoto] = useState<TicketFile>()
  const create = useDialogMutation(
    trpc.documentException.createOneTicket.useMutation({ meta: { touches: ['documentException'] } }),
    ({ ticketNumber }) => {
      toast.done(`Ticket ${ticketNumber} created.`)
      onClose()
    },
  )
  const isShortage = kind === 'shortage'
  const send = () =>
    void create.submit({
      documentId,
      kind,
      ...(isShortage ? (missing === 'all' ? { allMissing: true } : { items: [...missing] }) : { items }),
      ...(notes.trim() ? { notes: notes.trim() } : {}),
      ...(photo ? { photo } : {}),
    })
  return (
    <Dialog
      opened
      onClose={create.isPending ? () => undefined : onClose}
      title="Create a ticket"
      size={560}
      stays={{ atClick: true, atEscape: false }}
      foot={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button variant="filled" loading={create.isPending} disabled={isShortage && missing.length === 0} onClick={send}>
            Create ticket
          </Button>
        </>
      }
    >
      <p>Something is wrong with {name}. You can contact the partner from the ticket.</p>
      <NativeSelect
        label="What happened"
        mt="md"
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)} // the field offers only these values
        data={KINDS.map((value) => ({ value, label: COUNTER_KINDS[value] }))}
      />
      {isShortage ? (
        <MissingPackages documentId={documentId} missing={missing} onChange={setMissing} />
      ) : (
        <TicketPackages items={items} onChange={setItems} />
      )}
      <Textarea label="Notes" mt="md" rows={3} maxLength={2000} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} />
      <Group gap="xs" mt="md">
        <PhotoButton label={photo ? 'Choose another photo' : 'Add a photo'} onPhoto={setPhoto} />
        {photo && (
          <>
            <Text span inherit truncate>
              {photo.filename}
            </Text>
            <LinkButton onClick={() => setPhoto(undefined)}>Remove the photo</LinkButton>
          </>
        )}
      </Group>
    </Dialog>
  )
}
