/** What the trail calls these. */
export const orderActions = {
  'document.download': 'Document of a supplier downloaded',
  'order.close': 'Order closed short',
  'order.export': 'Meds of an order saved as CSV',
  'order.import': 'Order made of an upload',
  'order.importRefused': 'No order made of an upload',
  'order.receive': 'Order received',
  'order.reopen': 'Order reopened',
  'order.report': 'Report of an order made',
  'order.retryUpload': 'Upload tried again',
  'order.settleUpload': 'Differing document settled',
  'order.stopUpload': 'Upload stopped',
  'order.undoReceipt': 'Receipt undone',
  'order.upload': 'Order uploaded',
  'order.uploadRefused': 'Upload refused',
  'order.void': 'Order voided',
} as const
