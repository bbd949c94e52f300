import { outcomeWords, type Upload, type UploadStatus } from '@seriatim/schema'
import type { Meaning } from '../../ui/feedback/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import type { UploadRow } from './use-uploads.ts'

/** The meaning of each upload status, which determines its color. A status that is not listed here stays neutral. */
const MEANINGS: Partial<Record<UploadStatus, Meaning>> = {
  imported: 'done',
  duplicate: 'info',
  elsewhere: 'info',
  differs: 'attention',
  exception: 'stop',
  refused: 'stop',
}

function explainMeaning({ status, outcome }: Pick<UploadRow, 'status' | 'outcome'>): Meaning | undefined {
  if (outcome.kind === 'made' && outcome.facts.findings > 0) return 'attention'
  return outcome.kind === 'fault' ? 'stop' : MEANINGS[status]
}

/** Headline for the result of an upload. */
export function decideVerdict(upload: Pick<UploadRow, 'status' | 'outcome'>) {
  const { title, text } = outcomeWords(upload.outcome)
  return { meaning: explainMeaning(upload), title, text }
}

/** Short version of an upload's result, for a badge in a table cell. */
export function chooseBadge(upload: Pick<UploadRow, 'status' | 'outcome'>) {
  return { meaning: explainMeaning(upload), words: outcomeWords(upload.outcome).brief }
}

type Phase = NonNullable<Upload['progress']>['phase']

export const PHASES: Readonly<Record<Phase, string>> = { reading: 'Reading', writing: 'Writing' }

/** Uploads can be stopped until their rows are being written. */
export function canStopUpload({ status, progress }: Pick<UploadRow, 'status' | 'progress'>): boolean {
  return status === 'processing' && progress?.phase !== 'writing'
}

/** Whether a retry of the same bytes may still create an order. */
export function canRetryUpload({ status }: { status: UploadRow['status'] }): boolean {
  return status === 'exception' || status === 'stopped'
}

/** A duration in words: `20 s`, or `3 min` from 90 seconds on. */
function duration(seconds: number): string {
  return seconds < 90 ? `${formatCount(Math.max(1, Math.round(seconds)))} s` : `${formatCount(Math.round(seconds / 60))} min`
}

export function leftWords(seconds: number | null | undefined): string | undefined {
  return seconds == null ? undefined : `${duration(seconds)} left`
}
