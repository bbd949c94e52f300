import { isZoneOffset, judgeDateTime } from './date-time.ts'
import { type EventCheck, eventWord } from './event-check.ts'
import { child } from './tree.ts'
import { isBizStep, isDisposition, usualDispositions } from './vocabularies.ts'

export type RuleOptions = {
  /** Whether the document is EPCIS 2.0, which allows more spellings. */
  readonly is20: boolean
  /** Events later than five minutes after it are reported; no such rule when absent. */
  readonly now?: Date
}

/** What later rules must know, so that one mistake is reported once. */
export type CommonResult = { readonly actionIsValid: boolean; readonly bizStepIsValid: boolean }

/** Rules 14 to 18 and 20: what every object, aggregation and transaction event has. */
export function checkCommon(check: EventCheck, options: RuleOptions): CommonResult {
  checkTime(check, options)
  checkOffset(check)
  const actionIsValid = checkAction(check)
  const bizStepIsValid = checkBizStep(check, options)
  checkDisposition(check, options)
  checkReadPoint(check)
  return { actionIsValid, bizStepIsValid }
}

function checkTime(check: EventCheck, { now }: RuleOptions): void {
  const { eventTime } = check.facts
  const node = child(check.parts.node, 'eventTime')
  const judged = eventTime === null ? 'missing' : judgeDateTime(eventTime)
  if (judged !== 'ok') {
    const messages = {
      missing: 'The event does not say when it happened.',
      no_zone: 'The time of the event has no time zone.',
      invalid: 'The time of the event is not a valid date and time.',
    }
    const hint = 'The sender must write the time like 2026-03-27T06:45:16Z and send the document again.'
    check.report('EventListEventTimeError', 'eventTime', { message: messages[judged], hint, value: eventTime }, node)
  } else if (now !== undefined && eventTime !== null && Date.parse(eventTime) > now.getTime() + 300_000) {
    const message = 'The time of the event lies in the future.'
    const hint = 'The sender should check its clock; the document can be used.'
    check.report('EventListEventTimeError', 'eventTime', { message, hint, value: eventTime, severity: 'warn' }, node)
  }
}

function checkOffset(check: EventCheck): void {
  const { eventTimeZoneOffset: value } = check.facts
  if (value !== null && isZoneOffset(value)) return
  const message =
    value === null ? 'The event does not name its time zone.' : 'The time zone of the event is not written as +hh:mm or -hh:mm.'
  const hint = 'The sender must write eventTimeZoneOffset like -05:00.'
  check.report(
    'EventListEventTimeZoneOffsetError',
    'eventTimeZoneOffset',
    { message, hint, value },
    child(check.parts.node, 'eventTimeZoneOffset'),
  )
}

function checkAction(check: EventCheck): boolean {
  const { action: value } = check.facts
  if (value === 'ADD' || value === 'OBSERVE' || value === 'DELETE') return true
  const message = value === null ? 'The event has no action.' : `The event has the action ${value}, which does not exist.`
  const hint = 'The sender must write ADD, OBSERVE or DELETE.'
  check.report('EventListActionError', 'action', { message, hint, value }, child(check.parts.node, 'action'))
  return false
}

function checkBizStep(check: EventCheck, { is20 }: RuleOptions): boolean {
  const value = check.parts.bizStepText
  if (value !== null && isBizStep(value, is20)) return true
  const message =
    value === null ? 'The event does not say which business step it is.' : 'The business step of the event is not one of the standard.'
  const hint = 'The sender must write a business step of the Core Business Vocabulary, for instance urn:epcglobal:cbv:bizstep:shipping.'
  check.report('EventListBizStepError', 'bizStep', { message, hint, value }, child(check.parts.node, 'bizStep'))
  return false
}

function checkDisposition(check: EventCheck, { is20 }: RuleOptions): void {
  const { action, bizStep, disposition } = check.facts
  const value = check.parts.dispositionText
  const node = child(check.parts.node, 'disposition')
  const hint = 'The sender should correct the disposition; the document can be used.'
  if (value === null) {
    if (action === 'DELETE') return
    check.report('EventListDispositionError', 'disposition', { message: `The ${eventWord(check.facts)} has no disposition.`, hint }, node)
  } else if (!isDisposition(value, is20)) {
    check.report('EventListDispositionError', 'disposition', { message: 'The disposition is not one of the standard.', hint, value }, node)
  } else {
    const usual = bizStep === null || !Object.hasOwn(usualDispositions, bizStep) ? undefined : usualDispositions[bizStep]
    if (usual === undefined || disposition === null || usual.includes(disposition)) return
    const message = `A ${eventWord(check.facts)} has the disposition ${disposition} instead of ${usual.join(' or ')}.`
    check.report('EventListDispositionError', 'disposition', { message, hint, value }, node)
  }
}

const needReadPoint: ReadonlySet<string> = new Set(['commissioning', 'packing', 'shipping'])

function checkReadPoint(check: EventCheck): void {
  const { bizStep, readPoint } = check.facts
  if (readPoint !== null || bizStep === null || !needReadPoint.has(bizStep)) return
  const message = `The ${eventWord(check.facts)} does not say where it happened (read point).`
  const hint = 'The sender must add the read point with the SGLN of the place.'
  check.report('EventListReadPointError', 'readPoint', { message, hint }, child(check.parts.node, 'readPoint'))
}
