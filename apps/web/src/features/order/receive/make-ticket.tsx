import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { Link, useRoute } from 'wouter'
import { type Inputs, trpc } from '../../../api/trpc.ts'
import type { Reading } from './scan-result.ts'

type Item = NonNullable<Inputs['documentException']['createOneTicket']['items']>[number]

function itemOf(reading: Reading): Item {
  if (reading.kind === 'unit') return { gtin: reading.gtin ?? null, serialNumber: reading.serialNumber }
  if (reading.kind === 'container') return { sscc: reading.sscc }
  return { serialNumber: reading.kind === 'serial' ? reading.serialNumber : reading.text.slice(0, 100) }
}

/** One click: the scan that no file knows goes on the order's ticket. */
export function MakeTicket({ reading }: { reading: Reading }) {
  const [, params] = useRoute('/orders/receive/:documentId')
  const documentId = Number(params?.documentId) || 0
  const create = trpc.documentException.createOneTicket.useMutation({ meta: { touches: ['documentException'] } })
  if (create.data)
    return (
      <Button component={Link} href={`/exceptions/${create.data.documentExceptionId}`}>
        Open ticket {create.data.ticketNumber}
      </Button>
    )
  return (
    <Button
      leftSection={<IconTicket className="ic ic-16" aria-hidden="true" />}
      loading={create.isPending}
      disabled={documentId === 0}
      onClick={() => create.mutate({ documentId, kind: 'unknownScan', items: [itemOf(reading)] })}
    >
      Make a ticket
    </Button>
  )
}
