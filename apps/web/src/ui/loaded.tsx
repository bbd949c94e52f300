import type { ReactNode } from 'react'
import { useAway } from './away.ts'
import { ErrorState } from './error-state.tsx'

/** What is asked of a query: one of React Query, or several as one. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  failureCount: number
  isFetching: boolean
  refetch: () => unknown
}

interface FailedProps {
  query: Omit<Read<unknown>, 'data' | 'isError' | 'failureCount'>
  /** "The orders could not be loaded.", or what the server says. */
  what: string
  /** What it means for the user's data. */
  meaning: ReactNode
}

/** A read that failed, with its Try again. */
export function Failed({ query, what, meaning }: FailedProps) {
  return <ErrorState what={what} meaning={meaning} retrying={query.isFetching} onRetry={() => void query.refetch()} />
}

interface LoadedProps<Data> extends FailedProps {
  query: Read<Data>
  /** In the shape of what is coming. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query brings: its content as soon as there is any, also while it is read anew; else the failure; else the wait. */
export function Loaded<Data>({ query, what, meaning, waiting = null, children }: LoadedProps<Data>) {
  const isAway = useAway()
  if (query.data !== undefined) return children(query.data)
  if (query.isError || (isAway && query.failureCount > 0)) return <Failed query={query} what={what} meaning={meaning} />
  return waiting
}
