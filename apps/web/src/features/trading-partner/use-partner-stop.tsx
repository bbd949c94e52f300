import { useRef, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { StopDialog } from './stop-dialog.tsx'

type Act = (...args: never[]) => unknown

/**
 * The stop before goods of a partner that is not authorized, once for each order: what is begun waits until somebody has said what becomes of
 * them. Where no server answers nothing is stopped: then nothing is known either.
 */
export function usePartnerStop(documentId: number) {
  const found = trpc.tradingPartner.readOneByDocumentid.useQuery({ documentId }, { enabled: documentId > 0 })
  const [asking, setAsking] = useState(false)
  const waiting = useRef<() => unknown>(undefined)
  const mustAsk = found.data?.mustAsk === true

  /** The same, once it is decided; a second one that comes meanwhile is not kept. */
  function guarded<Do extends Act>(act: Do): Do {
    const stopped = (...args: Parameters<Do>) => {
      if (!mustAsk) return act(...args)
      waiting.current = () => act(...args)
      setAsking(true)
      return undefined
    }
    return stopped as Do // called as the other is; what it answers is of no use to whoever scans
  }

  const dialog = asking && found.data && (
    <StopDialog
      found={found.data}
      onClose={() => setAsking(false)}
      onDecided={(choice) => {
        setAsking(false)
        if (choice === 'receive') void waiting.current?.()
      }}
    />
  )
  /** It is known whether to ask, or that nobody can say. */
  const isSettled = !found.isPending || found.failureCount > 0
  return { found: found.data, isSettled, guarded, dialog }
}
