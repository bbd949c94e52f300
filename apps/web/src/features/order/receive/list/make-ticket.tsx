import { Button } from '@mantine/core'
import type { TicketFile } from '@seriatim/schema'
import { IconTicket } from '@tabler/icons-react'
import { Link, useRoute } from 'wouter'
import { trpc } from '../../../../api/trpc.ts'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { PhotoButton } from '../../photo-button.tsx'
import { makeItem } from '../../ticket-items.ts'
import type { Reading } from '../scan-result.ts'

/** Button that creates a ticket for a scanned package that no file lists, with the data on its label. A photo can be added later. */
export function MakeTicket({ reading }: { reading: Reading }) {
  const [, params] = useRoute('/orders/receive/:documentId')
  const documentId = Number(params?.documentId) || 0
  const create = trpc.documentException.createOneTicket.useMutation({ meta: { touches: ['documentException'] } })
  const add = trpc.documentException.createOneTicket.useMutation({
    meta: { done: 'The photo is on the ticket.', touches: ['documentException'] },
  })
  const ticket = { documentId, kind: 'unknownScan' as const, items: [makeItem(reading)] }
  // The package is already on the ticket, so sending it again with a photo adds only the photo.
  const addPhoto = (photo: TicketFile) => add.mutate({ ...ticket, photo })
  if (create.data)
    return (
      <>
        <Button component={Link} href={`/exceptions/${create.data.documentExceptionId}`}>
          Open ticket {create.data.ticketNumber}
        </Button>
        <PhotoButton label="Add a photo" loading={add.isPending} onPhoto={addPhoto} />
      </>
    )
  return (
    <Button
      leftSection={<Glyph of={IconTicket} size={16} />}
      loading={create.isPending}
      disabled={documentId === 0}
      onClick={() => create.mutate(ticket)}
    >
      Create ticket
    </Button>
  )
}
