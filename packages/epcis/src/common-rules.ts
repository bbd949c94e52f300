import { isZoneOffset, judgeDateTime } from './date-time.ts'
import { type EventCheck, eventWord } from './event-check.ts'
import { checkBizTransactions } from './shipping-rules.ts'
import { holdsText } from './text-types.ts'
import { child } from './tree.ts'
import { isBizStep, isDisposition, usualDispositions } from './vocabularies.ts'

/** Results of the common checks. Later rules read them, so that each mistake is reported only once. */
export interface CommonResult {
  readonly actionIsValid: boolean
  readonly bizStepIsValid: boolean
}

/**
 * Checks rules 14 to 18 and 20, and those parts of rules 21 and 22 that apply to every object, aggregation and transaction event.
 * @param now an event whose time is more than five minutes after this is reported as being in the future; if undefined, this check is skipped.
 */
export function checkCommon(check: EventCheck, now: Date | undefined): CommonResult {
  checkTime(check, now)
  checkOffset(check)
  const actionIsValid = checkAction(check)
  const bizStepIsValid = checkBizStep(check)
  checkDisposition(check)
  checkReadPoint(check)
  checkExtensions(check)
  checkBizTransactions(check)
  if (check.is20) checkQuantities(check)
  return { actionIsValid, bizStepIsValid }
}

/** Time of an event in milliseconds. Null if a rule has something to report about it: it is invalid, has no zone or is in the future. */
export function readUsualTime(text: string, now: Date | undefined): number | null {
  if (judgeDateTime(text) !== 'ok') return null
  const time = Date.parse(text)
  return isInFuture(time, now) ? null : time
}

function isInFuture(time: number, now: Date | undefined): boolean {
  return now !== undefined && time > now.getTime() + 300_000
}

function checkTime(check: EventCheck, now: Date | undefined): void {
  const { eventTime } = check.facts
  const node = child(check.parts.node, 'eventTime')
  const judged = eventTime === null ? 'missing' : judgeDateTime(eventTime)
  if (judged !== 'ok') {
    const messages = {
      missing: 'The event does not say when it happened.',
      no_zone: 'The time of the event has no time zone.',
      invalid: 'The time of the event is not a valid date and time.',
    }
    const hint = 'The sender must write the time in the form 2026-03-27T06:45:16Z and send the document again.'
    check.report('EventListEventTimeError', 'eventTime', { message: messages[judged], hint, value: eventTime }, node)
  } else if (eventTime !== null && isInFuture(Date.parse(eventTime), now)) {
    const message = 'The time of the event is in the future.'
    const hint = 'The sender should check its clock; the document can be used.'
    check.report('EventListEventTimeError', 'eventTime', { message, hint, value: eventTime, severity: 'warn' }, node)
  }
}

function checkOffset(check: EventCheck): void {
  const { eventTimeZoneOffset: value } = check.facts
  if (value !== null && isZoneOffset(value)) return
  const message =
    value === null ? 'The event does not name its time zone.' : 'The time zone of the event is not written as +hh:mm or -hh:mm.'
  const hint = 'The sender must write eventTimeZoneOffset in the form -05:00.'
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

function checkBizStep(check: EventCheck): boolean {
  const value = check.parts.bizStepText
  if (value !== null && isBizStep(value, check.is20)) return true
  const message =
    value === null ? 'The event does not name its business step.' : 'The business step of the event is not defined by the standard.'
  const hint = 'The sender must write a business step from the Core Business Vocabulary, for instance urn:epcglobal:cbv:bizstep:shipping.'
  check.report('EventListBizStepError', 'bizStep', { message, hint, value }, child(check.parts.node, 'bizStep'))
  return false
}

function checkDisposition(check: EventCheck): void {
  const { action, bizStep, disposition } = check.facts
  const value = check.parts.dispositionText
  const node = child(check.parts.node, 'disposition')
  const hint = 'The sender should correct the disposition; the document can be used.'
  if (value === null) {
    if (action === 'DELETE') return
    check.report('EventListDispositionError', 'disposition', { message: `The ${eventWord(check.facts)} has no disposition.`, hint }, node)
  } else if (!isDisposition(value, check.is20)) {
    check.report(
      'EventListDispositionError',
      'disposition',
      { message: 'The disposition is not defined by the standard.', hint, value },
      node,
    )
  } else {
    const usual = bizStep === null || !Object.hasOwn(usualDispositions, bizStep) ? undefined : usualDispositions[bizStep]
    if (usual === undefined || disposition === null || usual.includes(disposition)) return
    const message = `The ${eventWord(check.facts)} has the disposition ${disposition} instead of ${usual.join(' or ')}.`
    check.report('EventListDispositionError', 'disposition', { message, hint, value }, node)
  }
}

/** Checks the quantities of an EPCIS 2.0 event. In EPCIS 1.x, the check against the schema already covers them. */
function checkQuantities(check: EventCheck): void {
  const list = check.parts.quantityList
  for (const [index, element] of (list?.children ?? []).entries()) {
    const quantity = child(element, 'quantity')
    if (quantity === null || holdsText('decimal', quantity.text)) continue
    const path = `${list?.local}/quantityElement[${index + 1}]/quantity`
    const message = 'A quantity of goods without serial numbers is not written as a number.'
    const hint = 'The sender should write it as a number; the document can be used.'
    check.report('EventListEpcListError', path, { message, hint, value: quantity.text, severity: 'warn' }, quantity)
  }
}

function checkExtensions(check: EventCheck): void {
  const { extensions } = check.parts
  if (extensions.length < 2) return
  const message = `The event has ${extensions.length} extension elements.`
  const hint = 'The sender must put everything into one extension element.'
  check.report('EventListExtensionError', 'extension', { message, hint }, extensions[1] ?? null)
}

const NEED_READ_POINT: ReadonlySet<string> = new Set(['commissioning', 'packing', 'shipping'])

function checkReadPoint(check: EventCheck): void {
  const { bizStep, readPoint } = check.facts
  if (readPoint !== null) return
  const severity = bizStep !== null && NEED_READ_POINT.has(bizStep) ? 'reject' : 'warn'
  const message = `The ${eventWord(check.facts)} does not say where it happened (read point).`
  const hint = 'The sender must add the read point with the SGLN of the place.'
  check.report('EventListReadPointError', 'readPoint', { message, hint, severity }, child(check.parts.node, 'readPoint'))
}
