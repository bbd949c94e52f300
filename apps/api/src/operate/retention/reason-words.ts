import { toDay } from '../../core/day.ts'
import type { Reason, ReasonKind } from './retention.rules.ts'

/** The reasons why an order is kept, in the words of the summary. */
export const REASON_NAMES: Record<ReasonKind, string> = {
  recent: 'had later activity',
  open: 'still open: receive, close or void it',
  ticket: 'exception ticket',
  hold: 'on hold, or released too recently',
  incident: 'report of a suspect product (Form 3911): open, a draft, or closed too recently',
  recall: 'recall, not dismissed or dismissed too recently',
  correction: 'corrected file',
  upload: 'file that is still being read',
  mail: 'email that is waiting to be sent',
  tracing: 'tracing request: open, or closed too recently',
  shipment: 'shipment of its packages: not sent, or sent too recently',
  legalHold: 'kept until further notice',
  tied: 'belongs with an order that stays',
  lost: 'file that is missing from storage or was changed there',
}

export function reasonSentence(reason: Reason): string {
  const until = 'until' in reason && reason.until ? `, until ${toDay(reason.until, 'UTC')}` : ''
  if (reason.kind === 'tied') return `belongs with order ${reason.to}, which stays`
  if (reason.kind === 'lost') return `its file ${reason.sha256} is missing from storage or was changed there`
  const label = 'label' in reason && reason.label ? ` (${reason.label})` : ''
  return `${REASON_NAMES[reason.kind]}${label}${until}`
}
