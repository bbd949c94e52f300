import type { ShipmentStopCode } from '@seriatim/schema'
import { useEffect, useMemo, useRef, useState } from 'react'
import { findServerSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { useBusyTab } from '../../../offline/busy-tab.ts'
import { playSound } from '../../scan/scan-sound.ts'
import { type QueueState, ScanQueue } from './scan-queue.ts'

/** Scans packages into a draft, and plays the sound of each result. */
export function useShipmentScans(shipmentId: number): QueueState & { scan: (code: string, accept?: ShipmentStopCode[]) => void } {
  const [state, setState] = useState<QueueState>({ shown: undefined, waiting: 0 })
  const { mutateAsync } = trpc.shipment.createOneUnit.useMutation({ meta: { quiet: true, touches: ['shipment'] }, retry: false })
  const send = useRef(mutateAsync)
  send.current = mutateAsync
  useBusyTab()
  const queue = useMemo(
    () =>
      new ScanQueue({
        send: ({ code, accept }) => send.current({ shipmentId, code, accept }),
        sentenceOf: findServerSentence,
        onChange: setState,
        onAnswer: ({ unit, stops }) =>
          playSound(unit ? 'received' : stops.some(({ code }) => code === 'thisShipment') ? 'already' : 'stop'),
      }),
    [shipmentId],
  )
  useEffect(() => queue.end, [queue])
  return { ...state, scan: queue.scan }
}
