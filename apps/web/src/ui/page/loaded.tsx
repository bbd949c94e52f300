import type { ReactNode } from 'react'
import { ErrorState, type FailureWords } from '../feedback/error-state.tsx'
import { useServerUnreachable } from './server-unreachable.ts'

/** What is asked of a query: one of React Query, or several as one. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  failureCount: number
  isFetching: boolean
  refetch: () => unknown
}

/** A read that may have failed, and what to say then. */
export interface Failure extends FailureWords {
  query: Omit<Read<unknown>, 'data'>
  /** Under its Try again. */
  below?: ReactNode
}

interface FailedProps extends Omit<Failure, 'query'> {
  query: Pick<Failure['query'], 'isFetching' | 'refetch'>
}

/** A read that failed, with its Try again. */
export function Failed({ query, below, ...words }: FailedProps) {
  return (
    <>
      <ErrorState {...words} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      {below}
    </>
  )
}

/** Whether a read failed, or is bound to: without a network nobody waits for its last try. */
export function useFailed(query: Pick<Read<unknown>, 'isError' | 'failureCount'> | undefined): boolean {
  const isAway = useServerUnreachable()
  return query !== undefined && (query.isError || (isAway && query.failureCount > 0))
}

interface LoadedProps<Data> extends Failure {
  query: Read<Data>
  /** In the shape of what is coming. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query brings: its content as soon as there is any, also while it is read anew; else the failure; else the wait. */
export function Loaded<Data>({ query, waiting = null, children, ...failure }: LoadedProps<Data>) {
  const hasFailed = useFailed(query)
  if (query.data !== undefined) return children(query.data)
  if (hasFailed) return <Failed query={query} {...failure} />
  return waiting
}
