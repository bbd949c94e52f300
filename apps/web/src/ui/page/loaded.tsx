import type { ReactNode } from 'react'
import { useAway } from '../feedback/away.ts'
import { ErrorState } from '../feedback/error-state.tsx'

/** What is asked of a query: one of React Query, or several as one. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  failureCount: number
  isFetching: boolean
  refetch: () => unknown
}

/** A read that may have failed, and what to say then. */
export interface Failure {
  query: Omit<Read<unknown>, 'data'>
  /** "The orders could not be loaded.", or what the server says. */
  what: string
  /** What it means for the user's data. */
  meaning: ReactNode
  /** Under its Try again. */
  below?: ReactNode
}

/** A read that failed, with its Try again. */
export function Failed({
  query,
  what,
  meaning,
  below,
}: Pick<Failure, 'what' | 'meaning' | 'below'> & { query: Pick<Failure['query'], 'isFetching' | 'refetch'> }) {
  return (
    <>
      <ErrorState what={what} meaning={meaning} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      {below}
    </>
  )
}

/** Whether a read failed, or is bound to: without a network nobody waits for its last try. */
export function useFailed(query: Pick<Read<unknown>, 'isError' | 'failureCount'> | undefined): boolean {
  const isAway = useAway()
  return query !== undefined && (query.isError || (isAway && query.failureCount > 0))
}

interface LoadedProps<Data> extends Failure {
  query: Read<Data>
  /** In the shape of what is coming. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query brings: its content as soon as there is any, also while it is read anew; else the failure; else the wait. */
export function Loaded<Data>({ query, what, meaning, below, waiting = null, children }: LoadedProps<Data>) {
  const hasFailed = useFailed(query)
  if (query.data !== undefined) return children(query.data)
  if (hasFailed) return <Failed query={query} what={what} meaning={meaning} below={below} />
  return waiting
}
