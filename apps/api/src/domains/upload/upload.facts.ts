import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const uploadErrors = defineErrors({
  upload_busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Your company is already uploading eight files, and none of them finished within half a minute, so this file was not accepted. Upload it again when they are done.',
    retryAfter: 30,
  },
  upload_empty: { code: 'BAD_REQUEST', text: 'The file is empty. Only EPCIS XML files and EPCIS 2.0 JSON files are accepted.' },
  upload_not_xml: { code: 'BAD_REQUEST', text: 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted.' },
  upload_elsewhere: { code: 'NOT_FOUND', text: 'This document belongs to another location.' },
  upload_being_written: {
    code: 'CONFLICT',
    text: 'The order is being saved and can no longer be stopped. It will appear in a moment.',
  },
  upload_not_open: { code: 'CONFLICT', text: 'A decision about this upload has already been made.' },
  document_not_found: { code: 'NOT_FOUND', text: 'This document does not exist, or it belongs to a location you cannot access.' },
  demo_product_unknown: { code: 'BAD_REQUEST', text: 'There is no such demo product.' },
  demo_too_many: { code: 'BAD_REQUEST', text: 'A demo order has at most 500 packages. Choose smaller quantities.' },
  demo_no_gln: { code: 'CONFLICT', text: 'This location has no GLN, so no document can be addressed to it. Add one first.' },
})

export const uploadFacts = {
  errors: uploadErrors,
  constraints: {},
  rights: {},
  kinds: { upload: 'Uploads' },
  actions: {
    'document.download': 'Supplier document downloaded',
    'order.import': 'Order created from an upload',
    'order.importRefused': 'Order could not be created from an upload',
    'order.retryUpload': 'Upload retried',
    'order.settleUpload': 'Decision made about a differing document',
    'order.stopUpload': 'Upload stopped',
    'order.upload': 'Order uploaded',
    'order.uploadRefused': 'Upload refused',
  },
  sentences: {
    'document.download': 'downloaded the document {about}',
    'order.import': 'created the order {about} from an upload',
    'order.importRefused': 'could not create an order from {about}',
    'order.retryUpload': 'tried the upload of {about} again',
    'order.settleUpload': 'decided what to do with {about}, which differs from the document on file',
    'order.stopUpload': 'stopped the upload of {about}',
    'order.upload': 'uploaded {about}',
    'order.uploadRefused': 'tried to upload {about}, which was refused',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof uploadFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof uploadFacts.kinds, string> {}
}
