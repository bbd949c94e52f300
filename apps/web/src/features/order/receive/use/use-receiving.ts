import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../../../api/session/session.ts'
import { handleOutcomes, useWaitingScans, useWaitsForOthers } from '../../../scan/outbox/receive-outbox.ts'
import type { PartnerStanding } from '../../../trading-partner/order/use-partner-standing.ts'
import type { PanelState } from '../machine/panel.ts'
import { ProgressPoll } from '../machine/progress-poll.ts'
import { ReceiveMachine } from '../machine/receive-machine.ts'
import type { OrderData } from './use-order-data.ts'
import { useReceiveEffects } from './use-receive-effects.ts'

const nobody = { id: 0, firstName: '', lastName: '' }

/** Creates the machine that receives one order, and feeds it with data from the server and with scans from the device's queue. */
export function useReceiving(documentId: number, data: OrderData, partner: PartnerStanding): ReceiveMachine {
  const { known, detail, recalls, lastReceiptId } = data
  const person = useSession()?.user ?? nobody
  const effects = useReceiveEffects(documentId, {
    reread: data.reread,
    readRecalls: data.rereadRecalls,
    readStanding: partner.reread,
    locationId: () => known?.locationId ?? 0,
  })
  const [{ machine, poll }] = useState(() => {
    const made = new ReceiveMachine(documentId, person, effects, () => asker.now())
    const asker = new ProgressPoll({
      read: effects.readProgress,
      isHidden: () => document.hidden,
      setTimer: (work, milliseconds) => {
        const timer = setTimeout(work, milliseconds)
        return () => clearTimeout(timer)
      },
      onBefore: (progress, last) => {
        made.remember(progress, last)
        void effects.readStops().then((stops) => made.rememberStops(stops))
      },
      onNews: (progress) => made.merge(progress),
    })
    return { machine: made, poll: asker }
  })
  const isVoided = detail?.isVoided === true
  // Runs before the browser paints, so that the user never sees a new index without the scans that are still queued on this device.
  useLayoutEffect(() => {
    if (known) machine.load(known, isVoided)
  }, [machine, known, isVoided])
  useEffect(() => {
    if (recalls) machine.setRecalls(recalls)
  }, [machine, recalls])
  const isReady = known !== undefined
  useEffect(() => (isReady && lastReceiptId !== undefined ? poll.start(lastReceiptId) : undefined), [poll, isReady, lastReceiptId])
  const waiting = useWaitingScans(documentId)
  const behindOthers = useWaitsForOthers(documentId)
  useEffect(() => machine.setWaiting(waiting, behindOthers), [machine, waiting, behindOthers])
  const isShown = useRef(false)
  isShown.current = isReady && findOrderProblem(data, machine.get(), machine.wasInUse) === undefined
  useEffect(() => handleOutcomes((scan, outcome) => isShown.current && machine.settle(scan, outcome)), [machine])
  return machine
}

export type OrderProblem = 'notFound' | 'voided' | 'replaced' | 'failed'

/**
 * Returns the reason why the order can't be received here; undefined if it can. If a corrected file has replaced the order, a person who was already
 * scanning on this page can stay on it; for everybody else, the reason is `replaced`.
 */
export function findOrderProblem(data: OrderData, { isVoided, replacedBy }: PanelState, wasInUse: boolean): OrderProblem | undefined {
  if ((replacedBy ?? data.detail?.replacedById ?? null) !== null) return wasInUse ? undefined : 'replaced'
  if (isVoided || data.detail?.isVoided) return 'voided'
  if (data.isMissing) return 'notFound'
  return data.hasFailed ? 'failed' : undefined
}
