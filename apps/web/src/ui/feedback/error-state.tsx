import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Note } from '../layout/note.tsx'

/** Wording for something that could not be loaded. */
export interface FailureWords {
  /** What could not be loaded, as the start of the sentence: "The orders". */
  subject: string
  /** Past participle that completes "could not be …". Default: "loaded". */
  verb?: string | undefined
  /** The server's message as a full sentence. It replaces the sentence built from `subject` and `verb`, such as "The orders could not be loaded." */
  sentence?: string | undefined
  /** Reassurance that precedes the reason: "Your orders are safe". */
  safe?: string | undefined
  /** Explains what the failure means for the user. It replaces the default sentence, which consists of `safe` and the reason. */
  meaning?: ReactNode
}

interface ErrorStateProps extends FailureWords {
  onRetry?: (() => void) | undefined
  /** Default: "Try again". */
  retryLabel?: string | undefined
  retrying?: boolean | undefined
}

/** Says what could not be loaded and what that means for the user's data, and offers Try again. */
export function ErrorState({
  subject,
  verb = 'loaded',
  sentence = `${subject} could not be ${verb}.`,
  safe = 'They are safe',
  meaning = `${safe}; this page cannot reach the server right now.`,
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
