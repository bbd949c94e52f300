import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

/** The page waits no longer than this for a slow part, which then appears later than the other parts. */
const LONGEST_MS = 4000
/** Minimum wait that needs a skeleton; a shorter wait goes unnoticed. */
const SEEN_MS = 120

interface AtOnceProps {
  /** Placeholder while the parts load. */
  waiting: ReactNode
  children: ReactNode
}

/** Shows its parts once all of them have loaded, so that a late part doesn't move the parts around it. */
export function RevealTogether({ waiting, children }: AtOnceProps) {
  const client = useQueryClient()
  const [isReady, setReady] = useState(false)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isReady) return
    const isLoading = () => client.isFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
    let next: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      clearTimeout(next)
      // Wait one more tick, because parts that have just arrived may start more requests.
      if (!isLoading()) next = setTimeout(() => !isLoading() && setReady(true), 0)
    }
    const unsubscribe = client.getQueryCache().subscribe(check)
    const late = setTimeout(() => setLate(true), SEEN_MS)
    const last = setTimeout(() => setReady(true), LONGEST_MS)
    check()
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
