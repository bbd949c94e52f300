import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Note } from '../layout/note.tsx'

/** What is said where something could not be loaded. */
export interface FailureWords {
  /** What could not be loaded, as the sentence begins: "The orders". */
  subject: string
  /** Absent: "loaded". */
  verb?: string | undefined
  /** In place of "The orders could not be loaded.": what the server says. */
  sentence?: string | undefined
  /** What the failure left as it was, in the words that come before the reason: "Your orders are safe". */
  safe?: string | undefined
  /** In place of `safe` and the reason, where the failure means more to the user. */
  meaning?: ReactNode
}

interface ErrorStateProps extends FailureWords {
  onRetry?: (() => void) | undefined
  /** Default: "Try again". */
  retryLabel?: string | undefined
  retrying?: boolean | undefined
}

/** Something could not be loaded: what, what that means for the user's data, and Try again. */
export function ErrorState({
  subject,
  verb = 'loaded',
  sentence = `${subject} could not be ${verb}.`,
  safe = 'They are safe',
  meaning = `${safe}; this page just cannot reach the server.`,
  onRetry,
  retryLabel = 'Try again',
  retrying,
}: ErrorStateProps) {
  return (
    <Note
      meaning="stop"
      title={sentence}
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
