import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Note } from '../layout/note.tsx'

interface ErrorStateProps {
  /** "The orders could not be loaded." */
  what: string
  /** What it means for the user's data. */
  meaning: ReactNode
  onRetry?: (() => void) | undefined
  /** Default: "Try again". */
  retryLabel?: string | undefined
  retrying?: boolean | undefined
}

export function ErrorState({ what, meaning, onRetry, retryLabel = 'Try again', retrying }: ErrorStateProps) {
  return (
    <Note
      meaning="stop"
      title={what}
      alert
      action={
        onRetry && (
          <Button size="xs" onClick={onRetry} loading={retrying ?? false}>
            {retryLabel}
          </Button>
        )
      }
    >
      {meaning}
    </Note>
  )
}
