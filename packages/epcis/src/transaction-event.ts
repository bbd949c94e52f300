import type { CommonResult } from './common-rules.ts'
import type { EventCheck } from './event-check.ts'
import { checkBizTransactions } from './object-event.ts'

/** Rule 27, and rule 21 for shipping by order. */
export function checkTransactionEvent(check: EventCheck, common: CommonResult): void {
  const { action, bizStep } = check.facts
  const pair = `${action} ${bizStep}`
  if (common.actionIsValid && common.bizStepIsValid && pair !== 'ADD shipping') {
    check.report('TransactionEventOneOfError', '', {
      message: `A transaction event with action ${action} and business step ${bizStep} is not part of DSCSA messages.`,
      hint: 'The sender must use shipping with ADD.',
      value: pair,
      severity: pair === 'ADD receiving' ? 'warn' : 'reject',
    })
  }
  if (bizStep === 'shipping') checkBizTransactions(check)
}
