import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const recallErrors = defineErrors({
  recalls_not_subscribed: { code: 'FORBIDDEN', text: 'Recall alerts are not part of your subscription.' },
  recall_not_found: { code: 'NOT_FOUND', text: 'There is no such recall, or it names nothing at your locations.' },
  recall_numbers_too_many: { code: 'BAD_REQUEST', text: 'These numbers add up to more packages than there are.' },
  recall_none_and_numbers: {
    code: 'BAD_REQUEST',
    text: 'Choose either "None on hand" or quantities, not both.',
  },
  recall_dismissed: { code: 'CONFLICT', text: 'Somebody already dismissed this lot. To change that, undo the dismissal first.' },
  recall_reason_needed: { code: 'BAD_REQUEST', text: 'Give a reason for receiving recalled packages.' },
  recall_release_needed: {
    code: 'FORBIDDEN',
    text: 'A Class I recall names this package. Only a person who can release holds may receive it. Put it on hold, or ask a location admin.',
  },
  recall_stops: { code: 'CONFLICT', text: 'A recall names this package. It was not received.' },
  recall_file_too_large: { code: 'BAD_REQUEST', text: 'This recall names too many packages for one file.' },
})

export const recallFacts = {
  errors: recallErrors,
  constraints: {},
  rights: {
    'recall:read': { group: 'Recalls', what: 'See recalls and the packages they name' },
    'recall:dismiss': { group: 'Recalls', what: 'Record what was done with recalled packages' },
  },
  kinds: { recall: 'Recalls' },
  actions: {
    'recall.match': 'Recalls compared with packages on record',
    'recall.tell': 'Recall alert sent',
    'recall.dismiss': 'Recall dismissed',
    'recall.undismiss': 'Dismissal of a recall undone',
    'recall.answer': 'Received although recalled',
    'recall.follow': 'Recall decisions carried over to the corrected order',
    'recall.hold': 'Recalled packages put on hold',
    'recall.csv': 'Recall saved as CSV',
    'recall.form': 'Recall response form downloaded',
  },
  sentences: {
    'recall.match': 'compared recalls with the packages on record',
    'recall.tell': 'sent a recall alert',
    'recall.dismiss': 'dismissed {about}',
    'recall.undismiss': 'undid the dismissal of {about}',
    'recall.answer': 'received recalled packages on {about}',
    'recall.follow': 'carried decisions about recalled packages over to {about}',
    'recall.hold': 'put packages named by {about} on hold',
    'recall.csv': 'saved {about} as CSV',
    'recall.form': 'downloaded the response form of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof recallFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof recallFacts.kinds, string> {}
}
