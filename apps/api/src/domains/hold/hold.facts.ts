import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const holdErrors = defineErrors({
  hold_not_found: { code: 'NOT_FOUND', text: 'This hold no longer exists, or it belongs to a location you cannot access.' },
  hold_data_pending: {
    code: 'CONFLICT',
    text: 'This product is on hold until its data is corrected. Resolve its ticket, or use the emergency release in that ticket.',
  },
  hold_released: { code: 'CONFLICT', text: 'This hold has already been released.' },
  hold_disposed: { code: 'CONFLICT', text: 'This product has been disposed of, so its hold cannot be changed.' },
  hold_investigated: {
    code: 'CONFLICT',
    text: 'This product is under investigation. End the investigation first.',
  },
})

export const holdFacts = {
  errors: holdErrors,
  constraints: {},
  rights: {
    'hold:place': { group: 'Holds', what: 'Put a package on hold' },
    'hold:release': { group: 'Holds', what: 'Release a hold or dispose of held product' },
  },
  kinds: { hold: 'Holds' },
  actions: {
    'hold.dispose': 'Held product disposed of',
    'hold.label': 'Quarantine label printed',
    'hold.place': 'Hold placed',
    'hold.release': 'Hold released',
  },
  sentences: {
    'hold.dispose': 'disposed of {about}',
    'hold.label': 'printed the quarantine label for {about}',
    'hold.place': 'put {about} on hold',
    'hold.release': 'released {about} from hold',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof holdFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof holdFacts.kinds, string> {}
}
