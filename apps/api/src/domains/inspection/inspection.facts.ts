import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const inspectionErrors = defineErrors({
  pack_not_found: { code: 'NOT_FOUND', text: 'This pack does not exist.' },
  pack_place_not_found: { code: 'NOT_FOUND', text: 'One of these locations does not exist, or you do not administer it.' },
  pack_not_ready: { code: 'CONFLICT', text: 'This pack is not ready yet.' },
  pack_removed: { code: 'NOT_FOUND', text: 'This pack was removed after 30 days. Create it again.' },
  pack_ended: { code: 'CONFLICT', text: 'This pack is no longer being created.' },
  pack_ndc_invalid: {
    code: 'BAD_REQUEST',
    text: 'One of the entries is not an NDC. Write it with 10 or 11 digits, with or without hyphens.',
  },
  pack_too_many: { code: 'CONFLICT', text: 'Five packs are already being created. Wait for one of them to finish, or stop one.' },
})

export const inspectionFacts = {
  errors: inspectionErrors,
  constraints: {},
  rights: {
    'pack:read': { group: 'Inspections', what: 'See and download packs of their locations' },
    'pack:make': { group: 'Inspections', what: 'Create packs for inspectors and auditors, and stop them' },
  },
  kinds: { pack: 'Inspection pack' },
  actions: {
    'pack.make': 'Pack requested',
    'pack.cancel': 'Pack stopped',
    'pack.seal': 'Pack contents sealed',
    'pack.fail': 'Pack failed',
    'pack.download': 'Pack downloaded',
    'pack.remove': 'Pack removed after 30 days',
    'pack.columns': 'Dispensing report columns chosen',
  },
  sentences: {
    'pack.make': 'requested an inspection pack',
    'pack.cancel': 'stopped an inspection pack',
    'pack.seal': 'sealed the contents of {about}',
    'pack.fail': 'could not complete an inspection pack',
    'pack.download': 'downloaded an inspection pack',
    'pack.remove': 'removed an inspection pack after 30 days',
    'pack.columns': 'chose the columns of the dispensing report',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof inspectionFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof inspectionFacts.kinds, string> {}
}
