import { Button, Group } from '@mantine/core'
import { formatAmount, SHIPMENT_STOPS, type StoppedPackage, shipmentStoppedFacts } from '@seriatim/schema'
import { readErrorFacts } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { Lines } from '../../../ui/list/lines.tsx'

/** The packages that stopped a shipment, as the server's error names them. */
export function readStopped(error: unknown): StoppedPackage[] {
  const read = shipmentStoppedFacts.safeParse(readErrorFacts(error))
  return read.success ? read.data.stopped : []
}

interface AcceptWarningsProps {
  shipmentId: number
  stopped: readonly StoppedPackage[]
  onAccepted: () => void
}

const SHOWN = 5

/** Warnings that became true after the scan. A person accepts them here; a stop that nobody may accept has no button. */
export function AcceptWarnings({ shipmentId, stopped, onAccepted }: AcceptWarningsProps) {
  const accept = trpc.shipment.updateManyUnitsAccept.useMutation({
    meta: { touches: ['shipment'], done: 'Accepted. You can send the shipment now.' },
    onSuccess: onAccepted,
  })
  if (stopped.length === 0) return null
  const mayAccept = stopped.every(({ stop }) => SHIPMENT_STOPS[stop.code].asks)
  const rest = stopped.length - SHOWN
  return (
    <>
      <Lines
        label="Packages that stop this shipment"
        lines={stopped.slice(0, SHOWN).map(({ serialNumber, productName, stop }) => ({
          key: `${serialNumber} ${stop.code}`,
          name: serialNumber,
          content: <b>{SHIPMENT_STOPS[stop.code].title}</b>,
          sub: `${[productName, `serial ${serialNumber}`].filter(Boolean).join(', ')}. ${stop.text}`,
        }))}
      />
      {rest > 0 && <p>And {formatAmount(rest, 'more package')}.</p>}
      {mayAccept && (
        <Group>
          <Button
            loading={accept.isPending}
            onClick={() => accept.mutate({ shipmentId, accept: stopped.map(({ n, stop }) => ({ n, code: stop.code })) })}
          >
            Let {stopped.length === 1 ? 'it' : 'them'} leave anyway
          </Button>
        </Group>
      )}
    </>
  )
}
