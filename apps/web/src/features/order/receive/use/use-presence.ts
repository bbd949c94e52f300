import { useEffect, useState } from 'react'
import { type Outputs, trpc } from '../../../../api/trpc.ts'

type Person = Outputs['order']['updatePresence']['others'][number]

const SAY_EVERY_MS = 20_000

/** Reports that this page is open and visible, and returns who else has the order open. */
export function usePresence(documentId: number): readonly Person[] {
  const [others, setOthers] = useState<readonly Person[]>([])
  const { client } = trpc.useUtils()
  useEffect(() => {
    let isOver = false
    const say = async () => {
      if (document.hidden) return
      const call = client.order.updatePresence.mutate({ documentId }, { context: { background: true } })
      const answer = await call.catch(() => ({ others: [] })) // if the call fails, nobody is shown
      if (!isOver) setOthers(answer.others)
    }
    void say()
    const timer = setInterval(() => void say(), SAY_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      // without this call, the presence expires later
      void client.order.updatePresence.mutate({ documentId, isLeaving: true }, { context: { background: true } }).catch(() => undefined)
    }
  }, [client, documentId])
  return others
}
