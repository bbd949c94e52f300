import { Button } from '@mantine/core'
import { formatAmount, SHIPMENT_DOCUMENTS, type Shipment, type ShipmentDelivery } from '@seriatim/schema'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend } from '@tabler/icons-react'
import { trpc } from '../../../api/trpc.ts'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { SubText } from '../../../ui/text/text.tsx'

const STATUS = {
  waiting: { icon: IconClock, meaning: undefined },
  delivered: { icon: IconCircleCheck, meaning: 'done' },
  failed: { icon: IconAlertTriangle, meaning: 'stop' },
} as const

/** Deliveries to the partner's endpoint, and its answers. */
export function Deliveries({ deliveries }: Pick<Shipment, 'deliveries'>) {
  return (
    <Card label="Deliveries">
      {deliveries.map((delivery) => (
        <CardBody key={delivery.id}>
          <IconText of={STATUS[delivery.state].icon} meaning={STATUS[delivery.state].meaning}>
            <b>
              {SHIPMENT_DOCUMENTS[delivery.document]} to {delivery.to}
            </b>
          </IconText>
          <SubText>
            By {delivery.by}, {formatWhen(delivery.at)}. {deliveryWords(delivery)}
          </SubText>
        </CardBody>
      ))}
    </Card>
  )
}

function deliveryWords({ state, attempts, dueAt, lastAt, status, answer, error }: ShipmentDelivery): string {
  if (state === 'delivered') return `Delivered${lastAt ? ` ${formatWhen(lastAt)}` : ''}.`
  const said = status === null ? error : `They answered with status ${status}${answer ? `: ${answer}` : '.'}${error ? ` ${error}` : ''}`
  if (state === 'failed') return `Not delivered. ${said ?? ''}`
  if (attempts === 0 || said === null) return 'On its way.'
  return `Not delivered yet after ${formatAmount(attempts, 'attempt')}. ${said} Next attempt ${dueAt ? formatWhen(dueAt) : 'soon'}.`
}

/** Sends the EPCIS document, or the one that voids it, to the partner's endpoint. */
export function DeliverButton({ shipment }: { shipment: Shipment }) {
  const deliver = trpc.shipment.createOneDelivery.useMutation({ meta: { touches: ['shipment'], done: 'The document is on its way.' } })
  const wanted = shipment.state === 'voided' ? 'void' : 'epcis'
  const hasDocument = shipment.documents.some(({ kind }) => kind === wanted)
  if (!shipment.endpoint?.isReady || !hasDocument) return null
  return (
    <Button
      leftSection={<Glyph of={IconSend} size={16} />}
      loading={deliver.isPending}
      onClick={() => deliver.mutate({ shipmentId: shipment.id })}
    >
      {shipment.deliveries.length > 0 ? 'Send to their endpoint again' : 'Send to their endpoint'}
    </Button>
  )
}
