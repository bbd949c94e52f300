import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const orderErrors = defineErrors({
  order_closed: {
    code: 'CONFLICT',
    text: 'This order was closed short: nothing more is expected on it. A location admin can reopen it.',
  },
  order_not_closed: { code: 'CONFLICT', text: 'This order is not closed, so there is nothing to reopen.' },
  order_complete: { code: 'CONFLICT', text: 'Everything on this order was received, so there is nothing to close short.' },
  order_voided: { code: 'CONFLICT', text: 'This order was voided, so no packages can be received for it.' },
  serial_missing: { code: 'BAD_REQUEST', text: 'Provide a serialNumber or an sgtin.' },
  receipt_not_found: { code: 'NOT_FOUND', text: 'This receipt no longer exists.' },
  receipt_not_yours: { code: 'FORBIDDEN', text: 'Somebody else received this. A location admin can undo it.' },
  receipt_undone: { code: 'CONFLICT', text: 'This receipt has already been undone.' },
  order_export_too_large: {
    code: 'BAD_REQUEST',
    text: 'The search finds more than 100,000 orders, the most that one CSV file can hold. Narrow it by date, sender or location.',
  },
  stop_not_found: { code: 'NOT_FOUND', text: 'This stop no longer exists, or it belongs to another order.' },
  stop_answered: { code: 'CONFLICT', text: 'Somebody has already decided on this stop. Reload to see the decision.' },
  container_not_found: { code: 'NOT_FOUND', text: 'This container is not on this order.' },
})

export const orderFacts = {
  errors: orderErrors,
  constraints: {},
  rights: {
    'order:read': { group: 'Orders', what: 'See orders and their documents' },
    'order:upload': { group: 'Orders', what: 'Upload an order' },
    'order:receive': { group: 'Orders', what: 'Receive packages' },
    'order:undo': { group: 'Orders', what: 'Undo a receipt: users can undo their own; admins can undo any, with a reason' },
    'order:settle': { group: 'Orders', what: 'Decide what to do with repeated documents; undo other people’s receipts' },
    'order:correct': { group: 'Orders', what: 'Void an order sent by mistake, or close one short' },
  },
  kinds: { order: 'Orders', document: 'Documents' },
  actions: {
    'order.answerStop': 'Stopped package sent back',
    'order.close': 'Order closed short',
    'order.export': 'Packages of an order saved as CSV',
    'order.exportList': 'List of orders saved as CSV',
    'order.receive': 'Order received',
    'order.reopen': 'Order reopened',
    'order.report': 'Order report downloaded',
    'order.restore': 'Replaced order restored',
    'order.sheet': 'Receiving sheet printed',
    'order.stop': 'Package stopped at the counter',
    'order.undoReceipt': 'Receipt undone',
    'order.void': 'Order voided',
  },
  sentences: {
    'order.answerStop': 'recorded that {goods} on {about} was sent back',
    'order.close': 'closed {about} short',
    'order.export': 'saved the packages of {about} as CSV',
    'order.exportList': 'saved the list of orders as CSV',
    'order.receive': 'received {goods} on {about}',
    'order.reopen': 'reopened {about}',
    'order.report': 'downloaded the report on {about}',
    'order.restore': 'put {about} back in place of its replacement',
    'order.sheet': 'printed the receiving sheet of {about}',
    'order.stop': 'scanned {goods} on {about}: stopped, not received',
    'order.undoReceipt': 'undid the receipt of {goods} on {about}',
    'order.void': 'voided {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof orderFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof orderFacts.kinds, string> {}
}
