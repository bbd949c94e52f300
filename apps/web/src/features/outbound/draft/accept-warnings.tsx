import { Button, Group, Stack } from '@mantine/core'
import { formatAmount, SHIPMENT_STOPS, type StoppedPackage, shipmentStoppedFacts } from '@seriatim/schema'
import { useEffect, useRef } from 'react'
import { readErrorFacts } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { Muted } from '../../../ui/text/text.tsx'

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
  const shown = useRef<HTMLDivElement>(null)
  // On a phone the list may be outside the visible part of the dialog; focus scrolls to it.
  useEffect(() => shown.current?.focus(), [])
  const mayAccept = stopped.every(({ stop }) => SHIPMENT_STOPS[stop.code].asks)
  const rest = stopped.length - SHOWN
  return (
    <Stack gap="xs" ref={shown} tabIndex={-1}>
      <FormError>
        {mayAccept ? 'Nothing was sent. Since the scan, a warning applies:' : 'Nothing was sent. Remove what can no longer leave:'}
      </FormError>
      <Lines
        label="Packages that stop this shipment"
        lines={stopped.slice(0, SHOWN).map(({ serialNumber, productName, stop }) => ({
          key: `${serialNumber} ${stop.code}`,
          name: serialNumber,
          content: <b>{SHIPMENT_STOPS[stop.code].title}</b>,
          sub: `${[productName, `serial ${serialNumber}`].filter(Boolean).join(', ')}. ${stop.text}`,
        }))}
      />
      {rest > 0 && <Muted>And {formatAmount(rest, 'more package')}.</Muted>}
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
    </Stack>
  )
}
