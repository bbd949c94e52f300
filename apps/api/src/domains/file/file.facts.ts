import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const fileErrors = defineErrors({
  upload_not_found: { code: 'NOT_FOUND', text: 'This upload does not exist, or it is not yours.' },
  attachment_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'An attachment can be at most 50 MB.' },
  attachment_empty: { code: 'BAD_REQUEST', text: 'The file is empty, so it was not attached.' },
  attachment_is_program: { code: 'BAD_REQUEST', text: 'Programs and scripts cannot be attached.' },
  attachment_not_found: {
    code: 'NOT_FOUND',
    text: 'This attachment no longer exists, or its pedigree belongs to a location you cannot access.',
  },
  attachment_not_yours: {
    code: 'FORBIDDEN',
    text: 'You can delete your own attachments on the same day. A location admin can delete the others.',
  },
  too_many_attachments: { code: 'CONFLICT', text: 'This pedigree already has 20 attachments, the maximum. Delete one first.' },
  storage_full: {
    code: 'CONFLICT',
    text: 'The storage of your organization is full, so nothing was attached. Orders can still be uploaded. Ask your administrator for a larger plan.',
  },
  packet_differs: {
    code: 'BAD_REQUEST',
    text: 'This packet has a different total, file name or type than the earlier ones. Start the upload again.',
  },
  packet_changed: {
    code: 'BAD_REQUEST',
    text: 'This packet was already received with different bytes. Nothing was stored; send the file as a new upload.',
  },
  too_many_packets: {
    code: 'TOO_MANY_REQUESTS',
    text: 'You have too many unfinished uploads. Finish one, or wait a day until they expire.',
    retryAfter: 3600,
  },
  evidence_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'This file is larger than 10 MB.' },
  evidence_not_found: { code: 'NOT_FOUND', text: 'This file no longer exists, or you cannot access it.' },
  packet_not_base64: { code: 'BAD_REQUEST', text: 'packet: is not base64.' },
  packet_out_of_range: { code: 'BAD_REQUEST', text: 'currentPacket: counts from 1 to totalPackets.' },
})

export const fileFacts = {
  errors: fileErrors,
  constraints: { evidence__once: fileErrors.packet_differs },
  rights: {},
  kinds: {},
  actions: {
    'evidence.download': 'Evidence file opened (license, agreement or GLN)',
    'evidence.new': 'Evidence file uploaded (license, agreement or GLN)',
  },
  sentences: {
    'evidence.download': 'opened an evidence file of a license, an agreement or a GLN',
    'evidence.new': 'uploaded an evidence file of a license, an agreement or a GLN',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof fileFacts.actions, string> {}
}
