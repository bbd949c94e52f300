/** What the trail calls these; they are kept under the name of the order that an upload becomes. */
export const uploadActions = {
  'document.download': 'Document of a supplier downloaded',
  'order.import': 'Order created from an upload',
  'order.importRefused': 'No order created from an upload',
  'order.retryUpload': 'Upload tried again',
  'order.settleUpload': 'Differing document settled',
  'order.stopUpload': 'Upload stopped',
  'order.upload': 'Order uploaded',
  'order.uploadRefused': 'Upload refused',
} as const
