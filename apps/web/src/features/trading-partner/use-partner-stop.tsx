import { useEffect, useRef, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { useFailed } from '../../ui/loaded.tsx'
import { StopDialog } from './stop-dialog.tsx'
import { UncheckedDialog } from './unchecked-dialog.tsx'

type Act = (...args: never[]) => unknown

/** The server's key for goods that it refuses, because nobody has answered for their order. */
const STOPPED = 'partner_stop'
const AGAIN_MS = 10_000

/**
 * The stop before goods of a partner that is not authorized, once for each order: what is begun waits until the server has said whether to ask, and
 * then until somebody has said what becomes of them. Where it cannot be read nothing is received, and the page says so.
 */
export function usePartnerStop(documentId: number) {
  const found = trpc.tradingPartner.readOneByDocumentid.useQuery(
    { documentId },
    {
      enabled: documentId > 0,
      refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
      trpc: { context: { background: true } },
    },
  )
  const [asking, setAsking] = useState(false)
  const waiting = useRef<(() => unknown)[]>([])
  const isKnown = found.data !== undefined
  const mustAsk = found.data?.mustAsk === true
  const isUnasked = mustAsk && found.data?.isUnasked === true
  const wasHeld = found.data?.decided?.choice === 'hold'
  const isUnchecked = useFailed(found) && !isKnown

  const drop = () => {
    waiting.current = []
    setAsking(false)
  }
  const go = () => {
    const all = waiting.current
    drop()
    for (const act of all) void act()
  }
  // Scans that came before the answer, in their order; also where somebody else has answered meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there or changes.
  useEffect(() => {
    if (!isKnown) return
    if (mustAsk) setAsking(isUnasked || waiting.current.length > 0)
    else if (wasHeld) drop()
    else go()
  }, [isKnown, mustAsk])
  useEffect(() => {
    if (isUnchecked) setAsking(true)
  }, [isUnchecked])

  /** The same, once it is known and decided; what comes while the question stands is not kept. */
  function guarded<Do extends Act>(act: Do): Do {
    const stopped = (...args: Parameters<Do>) => {
      if (isKnown && !mustAsk) return act(...args)
      if (isKnown) waiting.current = []
      waiting.current.push(() => act(...args))
      if (isKnown || isUnchecked) setAsking(true)
      return undefined
    }
    return stopped as Do // called as the other is; what it answers is of no use to whoever scans
  }

  /** What the server did not receive, and why: its license may have ended while the page was open. Received again once somebody has answered. */
  function onRefused(key: string, again: () => unknown): void {
    if (key !== STOPPED) return
    waiting.current.push(again)
    void found.refetch().then(({ data }) => (data?.mustAsk ? setAsking(true) : drop()))
  }

  const dialog = asking && (
    <>
      {found.data && mustAsk && (
        <StopDialog
          found={found.data}
          onClose={drop}
          onStale={() => void found.refetch()}
          onDecided={(choice) => (choice === 'receive' ? go() : drop())}
        />
      )}
      {isUnchecked && <UncheckedDialog isReading={found.isFetching} onClose={drop} onAgain={() => void found.refetch()} />}
    </>
  )
  return { found: found.data, isSettled: isKnown || isUnchecked, guarded, onRefused, dialog }
}
