/** What the trail calls these. */
export const orderActions = {
  'order.close': 'Order closed short',
  'order.export': 'Meds of an order saved as CSV',
  'order.receive': 'Order received',
  'order.reopen': 'Order reopened',
  'order.report': 'Report of an order made',
  'order.undoReceipt': 'Receipt undone',
  'order.void': 'Order voided',
} as const
