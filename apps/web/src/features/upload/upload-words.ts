import type { Meaning } from '../../ui/badge.tsx'
import { countOf, formatCount } from '../../ui/format.ts'
import type { UploadDetail, UploadRow } from './use-uploads.ts'

/** The server's word for the phase in which all rows are written at once: too late to stop. */
export const WRITING = 'Writing'

interface Verdict {
  /** Absent: a state that asks for nothing. */
  meaning: Meaning | undefined
  /** The headline of the panel. */
  title: string
  /** What it means, where the headline does not say it all. */
  text?: string
}

const bare = (sentence: string) => sentence.replace(/\.$/, '')
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Given up after several tries, not stopped by a person. */
const isOurFault = (message: string) => message.includes('a fault of ours')

/** What became of an upload, as a headline. */
export function verdictOf({ status, message, findings, findingList }: UploadDetail): Verdict {
  switch (status) {
    case 'processing':
      return { meaning: undefined, title: 'Being read' }
    case 'imported':
      return findings > 0
        ? { meaning: 'attention', title: `Order made, with ${countOf(findings, 'finding')}` }
        : { meaning: 'done', title: 'Order made' }
    case 'duplicate':
      return { meaning: 'info', title: 'Sent before, nothing added', text: 'The order that this document made is there already.' }
    case 'exception':
      return { meaning: 'stop', title: 'No order was made', ...reasonOf(message, findingList) }
    case 'refused':
      return { meaning: 'stop', title: 'Refused', text: upperFirst(message.replace(/^Refused: /, '')) }
    case 'differs':
      return { meaning: 'attention', title: 'Differs from an earlier document', text: differsIn(message) }
    case 'stopped':
      return { meaning: isOurFault(message) ? 'stop' : undefined, title: 'No order was made', text: message }
    case 'elsewhere':
      return {
        meaning: 'info',
        title: 'This document belongs to another location',
        text: 'Its order is with the people of that location. You see no more of it here.',
      }
  }
}

/** The reason in words, unless it is one of the findings that stand below. */
function reasonOf(message: string, findings: UploadDetail['findingList']): { text?: string } {
  const text = message.replace(/^No order: /, '')
  return findings.some((finding) => finding.message === text) ? {} : { text: upperFirst(text) }
}

function differsIn(message: string): string {
  const identifier = /identifier (\([^)]*\))/.exec(message)?.[1] ?? ''
  return `It has the identifier of an earlier document${identifier && ` ${identifier}`} and other contents. Nothing of it counts until a location admin decides.`
}

/** The same in a table's cell. */
export function badgeOf({ status, message, findings }: UploadRow): { meaning: Meaning | undefined; words: string } {
  switch (status) {
    case 'imported':
      return findings > 0
        ? { meaning: 'attention', words: `Order made, ${countOf(findings, 'finding')}` }
        : { meaning: 'done', words: 'Order made' }
    case 'duplicate':
      return { meaning: 'info', words: 'Sent before, nothing added' }
    case 'elsewhere':
      return { meaning: 'info', words: 'Belongs to another location' }
    case 'differs':
      return { meaning: 'attention', words: 'Differs from an earlier document' }
    case 'stopped':
      if (isOurFault(message)) return { meaning: 'stop', words: 'Could not be read: a fault of ours' }
      return { meaning: undefined, words: bare(message.split(/[.:] /)[0] ?? message) }
    case 'exception':
      return { meaning: 'stop', words: bare(message.length > 60 ? 'No order: see why' : message) }
    case 'refused':
      return { meaning: 'stop', words: bare(refusedBriefly(message)) }
    case 'processing':
      return { meaning: undefined, words: 'Waiting to be read' }
  }
}

/** "Refused: this looks like a PDF" */
function refusedBriefly(message: string): string {
  const looks = /this looks like [^.,;]+/i.exec(message)?.[0]
  return looks ? `Refused: ${looks.charAt(0).toLowerCase()}${looks.slice(1)}` : message.length > 60 ? 'Refused' : message
}

/** Of which no order was made, and of which one may yet be made from the same bytes. */
export function mayRetry({ status }: { status: UploadRow['status'] }): boolean {
  return status === 'exception' || status === 'stopped'
}

/** `20 s`, `3 min` */
export function duration(seconds: number): string {
  return seconds < 90 ? `${formatCount(Math.max(1, Math.round(seconds)))} s` : `${formatCount(Math.round(seconds / 60))} min`
}

export function leftWords(seconds: number | null | undefined): string | undefined {
  return seconds == null ? undefined : `${duration(seconds)} left`
}
