import { Button, Group, Stack } from '@mantine/core'
import { formatAmount, SHIPMENT_STOPS, type ShipmentStopped, type StoppedPackage, shipmentStoppedFacts } from '@seriatim/schema'
import { useEffect, useRef } from 'react'
import { readErrorFacts } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { Muted } from '../../../ui/text/text.tsx'

/** Reads the packages that stopped a shipment from the server's error. Undefined if the error has another cause. */
export const readStopped = (error: unknown): ShipmentStopped | undefined => shipmentStoppedFacts.safeParse(readErrorFacts(error)).data

interface AcceptWarningsProps extends ShipmentStopped {
  shipmentId: number
  onAccepted: () => void
}

const SHOWN = 5
const isWarning = ({ stop }: StoppedPackage) => SHIPMENT_STOPS[stop.code].asks

/**
 * Lists the packages that stop a shipment because of something that happened after they were scanned. A person may accept warnings, but must first
 * remove every package that can no longer leave at all.
 */
export function AcceptWarnings({ shipmentId, stopped, packages, onAccepted }: AcceptWarningsProps) {
  const root = useRef<HTMLDivElement>(null)
  const accept = trpc.shipment.updateManyUnitsAccept.useMutation({
    meta: { touches: ['shipment'], done: 'Accepted. Send the shipment again.' },
    onSuccess: () => {
      root.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.focus()
      onAccepted()
    },
  })
  // On a phone the list may be outside the visible part of the dialog; focus scrolls to it.
  useEffect(() => root.current?.focus(), [])
  const hard = stopped.filter((one) => !isWarning(one))
  const shown = (hard.length > 0 ? hard : stopped).slice(0, SHOWN)
  const rest = packages - new Set(shown.map(({ medId }) => medId)).size
  const words =
    hard.length > 0
      ? 'Nothing was sent. Remove the packages that can no longer be shipped:'
      : 'Nothing was sent. A warning has come up since the scan:'
  return (
    <Stack role="group" gap="xs" ref={root} tabIndex={-1} aria-label="Packages that stop this shipment">
      <FormError>{words}</FormError>
      <Lines
        lines={shown.map(({ medId, serialNumber, productName, stop }) => ({
          key: `${medId} ${stop.code}`,
          name: serialNumber,
          content: <b>{SHIPMENT_STOPS[stop.code].title}</b>,
          sub: `${[productName, `serial ${serialNumber}`].filter(Boolean).join(', ')}. ${stop.text}`,
        }))}
      />
      {rest > 0 && <Muted>And {formatAmount(rest, 'more package')}.</Muted>}
      {hard.length === 0 && (
        <Group>
          <Button
            loading={accept.isPending}
            onClick={() => accept.mutate({ shipmentId, accept: stopped.map(({ medId, stop }) => ({ medId, code: stop.code })) })}
          >
            {packages === 1
              ? 'Ship it anyway'
              : `Let ${formatAmount(new Set(stopped.map(({ medId }) => medId)).size, 'package')} leave anyway`}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
