import { epcErrorWords } from '@seriatim/gs1'
import type { CommonResult } from './common-rules.ts'
import type { EventCheck } from './event-check.ts'
import { isWebAddress } from './locations.ts'
import { child } from './tree.ts'
import type { Units } from './units.ts'

/**
 * Checks the action, step and quantities of an aggregation event, and its container (rules 25 and 26).
 *
 * @returns the id of the container, -1 if there is none.
 */
export function checkAggregationEvent(check: EventCheck, common: CommonResult, ids: Int32Array, units: Units): number {
  checkKind(check, common)
  const { action, parentId } = check.facts
  const node = child(check.parts.node, 'parentID')
  const hint = 'The sender must name the container by its SGTIN or SSCC.'
  if (parentId === null) {
    if (action === 'ADD' || action === 'DELETE') {
      check.report(
        'EventListParentIdError',
        'parentID',
        { message: 'The event does not say in which container the goods are.', hint },
        node,
      )
    }
    return -1
  }
  const parent = units.intern(parentId)
  if (parent < 0) {
    const words = units.problem === 'other_key' ? 'is neither an SGTIN nor an SSCC' : epcErrorWords[units.problem]
    check.report('EventListParentIdError', 'parentID', { message: `The container ${words}.`, hint, value: parentId }, node)
  } else if (!check.is20 && isWebAddress(parentId)) {
    const message = 'The container is written as a web address, which EPCIS 1.x does not allow.'
    check.report('EventListParentIdError', 'parentID', { message, hint, value: parentId, severity: 'warn' }, node)
  } else if (ids.includes(parent)) {
    check.report(
      'EventListParentIdError',
      'parentID',
      { message: 'The container is listed among its own contents.', hint, value: parentId },
      node,
    )
  }
  return parent
}

function checkKind(check: EventCheck, common: CommonResult): void {
  const { action, bizStep, quantities } = check.facts
  if (!common.actionIsValid || !common.bizStepIsValid) return
  const pair = `${action} ${bizStep}`
  if (pair !== 'ADD packing' && pair !== 'DELETE unpacking') {
    const message = `An aggregation event with action ${action} and business step ${bizStep} is not used in DSCSA messages.`
    const hint = 'The sender must use packing with ADD or unpacking with DELETE.'
    check.report('AggregationEventOneOfError', '', { message, hint, value: pair })
    return
  }
  if (action === 'ADD' && check.parts.list === null && quantities === 0) {
    const message = 'The packing event does not say what is packed.'
    check.report('AggregationEventOneOfError', 'childEPCs', { message, hint: 'The sender must list the serial numbers in childEPCs.' })
  }
}
