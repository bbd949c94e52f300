import { useEffect, useRef, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { StopDialog } from './stop-dialog.tsx'

type Act = (...args: never[]) => unknown

/**
 * The stop before goods of a partner that is not authorized, once for each order: what is begun waits until the server has said whether to ask, and
 * then until somebody has said what becomes of them. Where no server answers nothing is stopped: then nothing is known either.
 */
export function usePartnerStop(documentId: number) {
  const found = trpc.tradingPartner.readOneByDocumentid.useQuery({ documentId }, { enabled: documentId > 0 })
  const [asking, setAsking] = useState(false)
  const waiting = useRef<(() => unknown)[]>([])
  const mustAsk = found.data?.mustAsk === true
  /** It is known whether to ask, or that nobody can say. */
  const isSettled = !found.isPending || found.failureCount > 0 || found.fetchStatus === 'paused'

  const go = () => {
    const all = waiting.current
    waiting.current = []
    for (const act of all) void act()
  }
  // Scans that came before the answer, in their order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there.
  useEffect(() => {
    if (!isSettled || waiting.current.length === 0) return
    if (mustAsk) setAsking(true)
    else go()
  }, [isSettled])

  /** The same, once it is known and decided; what comes while the question stands is not kept. */
  function guarded<Do extends Act>(act: Do): Do {
    const stopped = (...args: Parameters<Do>) => {
      if (isSettled && !mustAsk) return act(...args)
      if (isSettled) waiting.current = []
      waiting.current.push(() => act(...args))
      if (isSettled) setAsking(true)
      return undefined
    }
    return stopped as Do // called as the other is; what it answers is of no use to whoever scans
  }

  const dialog = asking && found.data && (
    <StopDialog
      found={found.data}
      onClose={() => {
        waiting.current = []
        setAsking(false)
      }}
      onDecided={(choice) => {
        setAsking(false)
        if (choice === 'receive') go()
        else waiting.current = []
      }}
    />
  )
  return { found: found.data, isSettled, guarded, dialog }
}
