import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

/** A part that takes longer comes later than the others. */
const LONGEST_MS = 4000
/** A wait that nobody sees needs no skeleton. */
const SEEN_MS = 120

interface AtOnceProps {
  /** Stands in the parts' place while they load. */
  waiting: ReactNode
  children: ReactNode
}

/** Shows its parts when all of them have loaded, so that none of them moves because another came later. */
export function RevealTogether({ waiting, children }: AtOnceProps) {
  const client = useQueryClient()
  const [isReady, setReady] = useState(false)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isReady) return
    const isLoading = () => client.isFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
    let next: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(next)
      // What has just come may ask for more.
      if (!isLoading()) next = setTimeout(() => !isLoading() && setReady(true), 0)
    }
    const unsubscribe = client.getQueryCache().subscribe(look)
    const late = setTimeout(() => setLate(true), SEEN_MS)
    const last = setTimeout(() => setReady(true), LONGEST_MS)
    look()
    return () => {
      unsubscribe()
      for (const timer of [next, late, last]) clearTimeout(timer)
    }
  }, [client, isReady])
  return (
    <>
      {!isReady && isLate && waiting}
      <div hidden={!isReady}>{children}</div>
    </>
  )
}
