import { firstOutsideSet82 } from '@seriatim/gs1'
import type { CommonResult } from './common-rules.ts'
import { isRealDate } from './date-time.ts'
import { CBV_MASTER_DATA } from './document-parts.ts'
import type { EventCheck } from './event-check.ts'
import { checkShipping } from './shipping-rules.ts'
import { child, type Node } from './tree.ts'
import type { Units } from './units.ts'

const ALLOWED: ReadonlySet<string> = new Set([
  'ADD commissioning',
  'OBSERVE shipping',
  'OBSERVE void_shipping',
  'OBSERVE receiving',
  'DELETE decommissioning',
  'DELETE destroying',
])

/** Checks object events: rules 12, 22 and 28, and the shipping rules. */
export function checkObjectEvent(check: EventCheck, common: CommonResult, ids: Int32Array, units: Units): void {
  const { action, bizStep } = check.facts
  if (common.actionIsValid && common.bizStepIsValid && !ALLOWED.has(`${action} ${bizStep}`)) {
    check.report('ObjectEventOneOfError', '', {
      message: `An object event with action ${action} and business step ${bizStep} is not used in DSCSA messages.`,
      hint: 'The sender must use a pair from the guideline: commissioning with ADD, shipping with OBSERVE, decommissioning with DELETE.',
      value: `${action} ${bizStep}`,
    })
  }
  if (bizStep === 'commissioning' && action === 'ADD') checkCommissioning(check, ids, units)
  if (bizStep === 'shipping') checkShipping(check)
}

/** Whether the text can be the value of AI (10): at most 20 characters, all of GS1 character set 82. */
export function isLotNumber(text: string): boolean {
  return text.length <= 20 && firstOutsideSet82(text) < 0
}

/** Checks that a commissioning event gives a lot and an expiration date (rules 22 and 28). Rule 19 reports unreadable serial numbers. */
function checkCommissioning(check: EventCheck, ids: Int32Array, units: Units): void {
  if (!ids.some((id) => id < 0 || units.isSgtin(id))) return
  const { extensions, ilmd } = check.parts
  if (ilmd === null) {
    const what = check.is20 ? 'ilmd' : 'extension with ilmd'
    const message = `The commissioning event does not give the lot or the expiration date (its ${what} is missing).`
    const hint = 'The sender must add the lot and expiration date of these serial numbers.'
    check.report('EventListExtensionError', check.is20 ? 'ilmd' : 'extension', { message, hint }, extensions[0] ?? null)
    return
  }
  checkIlmdNamespace(check, ilmd)
  const { lotNumber, expirationDate } = check.facts
  const hint = 'The sender must correct lot or expiration date and send the document again.'
  if (lotNumber === null || !isLotNumber(lotNumber)) {
    const message =
      lotNumber === null
        ? 'The lot number is missing.'
        : 'The lot number is longer than 20 characters or has a character that is not allowed.'
    check.report(
      'EventMedsError',
      check.extensionPath('ilmd/lotNumber'),
      { message, hint, value: lotNumber },
      child(ilmd, 'lotNumber') ?? ilmd,
    )
  }
  if (expirationDate === null || !isRealDate(expirationDate)) {
    const message =
      expirationDate === null ? 'The expiration date is missing.' : 'The expiration date must be a real date, written as YYYY-MM-DD.'
    const node = child(ilmd, 'itemExpirationDate') ?? ilmd
    check.report('EventMedsError', check.extensionPath('ilmd/itemExpirationDate'), { message, hint, value: expirationDate }, node)
  }
}

function checkIlmdNamespace(check: EventCheck, ilmd: Node): void {
  const older = ilmd.children.find((entry) => entry.uri !== CBV_MASTER_DATA)
  if (older === undefined) return
  const message = 'Lot number and expiration date are written in an outdated namespace.'
  const hint = 'The sender should use the namespace urn:epcglobal:cbv:mda; the document can be used.'
  check.report('EventMedsError', check.extensionPath(`ilmd/${older.local}`), { message, hint, value: older.uri, severity: 'warn' }, older)
}
