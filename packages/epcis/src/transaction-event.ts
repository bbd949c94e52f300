import type { CommonResult } from './common-rules.ts'
import type { EventCheck } from './event-check.ts'
import { checkShippingByOrder } from './shipping-rules.ts'

/**
 * Checks a transaction event: rule 27, and for shipping events the rules for shipping by order (21 to 24).
 * @param partiesAreKnown whether an earlier shipping event has stated source and destination.
 */
export function checkTransactionEvent(check: EventCheck, common: CommonResult, partiesAreKnown: boolean): void {
  const { action, bizStep } = check.facts
  const pair = `${action} ${bizStep}`
  if (common.actionIsValid && common.bizStepIsValid && pair !== 'ADD shipping') {
    check.report('TransactionEventOneOfError', '', {
      message: `A transaction event with action ${action} and business step ${bizStep} is not used in DSCSA messages.`,
      hint: 'The sender must use the bizStep shipping and the action ADD.',
      value: pair,
      severity: pair === 'ADD receiving' ? 'warn' : 'reject',
    })
  }
  if (bizStep === 'shipping') checkShippingByOrder(check, partiesAreKnown)
}
