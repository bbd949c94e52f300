import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Note } from '../layout/note.tsx'
import { type QueryState, useFailed } from './loaded.tsx'

interface UnreadNoteProps {
  query: Pick<QueryState<unknown>, 'data' | 'isError' | 'failureCount' | 'isFetching' | 'refetch'>
  /** A sentence that says what could not be loaded: "The seats could not be loaded." */
  what: string
  /** What the failure means for the user. */
  children: ReactNode
  className?: string | undefined
}

/** A note with Try again where a small part of a page failed to load; renders nothing otherwise. */
export function LoadFailedNote({ query, what, children, className }: UnreadNoteProps) {
  const isFailed = useFailed(query)
  if (!isFailed || query.data !== undefined) return null
  return (
    <div className={className}>
      <Note
        meaning="attention"
        title={what}
        action={
          <Button size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {children}
      </Note>
    </div>
  )
}
