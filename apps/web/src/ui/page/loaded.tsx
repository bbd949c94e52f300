import type { ReactNode } from 'react'
import { ErrorState, type FailureWords } from '../feedback/error-state.tsx'
import { useServerUnreachable } from './server-unreachable.ts'

/** State of a query as React Query returns it. Several queries can be combined into one such state. */
export interface QueryState<Data> {
  data: Data | undefined
  isError: boolean
  failureCount: number
  isFetching: boolean
  refetch: () => unknown
}

/** A query, and the words that tell the user about its failure. */
export interface FailedQuery extends FailureWords {
  query: Omit<QueryState<unknown>, 'data'>
  /** Content below the error's Try again button. */
  below?: ReactNode
}

interface FailedProps extends Omit<FailedQuery, 'query'> {
  query: Pick<FailedQuery['query'], 'isFetching' | 'refetch'>
}

/** Error state of a query, with Try again. */
export function Failed({ query, below, ...words }: FailedProps) {
  return (
    <>
      <ErrorState {...words} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      {below}
    </>
  )
}

/** Whether the page may treat the query as failed: after the last retry or, while the server is unreachable, after the first failed attempt. */
export function useFailed(query: Pick<QueryState<unknown>, 'isError' | 'failureCount'> | undefined): boolean {
  const isUnreachable = useServerUnreachable()
  return query !== undefined && (query.isError || (isUnreachable && query.failureCount > 0))
}

interface LoadedProps<Data> extends FailedQuery {
  query: QueryState<Data>
  /** Placeholder in the shape of the expected content. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders a query: its data as soon as there is any, even during a refetch; otherwise the error or the placeholder. */
export function Loaded<Data>({ query, waiting = null, children, ...failure }: LoadedProps<Data>) {
  const hasFailed = useFailed(query)
  if (query.data !== undefined) return children(query.data)
  if (hasFailed) return <Failed query={query} {...failure} />
  return waiting
}
