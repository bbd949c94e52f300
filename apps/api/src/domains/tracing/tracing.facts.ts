import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const tracingErrors = defineErrors({
  tracing_not_found: { code: 'NOT_FOUND', text: 'This request does not exist, or it belongs to a location you do not administer.' },
  tracing_place_not_found: { code: 'NOT_FOUND', text: 'This location does not exist, or you do not administer it.' },
  tracing_item_invalid: { code: 'BAD_REQUEST', text: 'One of the items is not complete.' },
  tracing_file_invalid: {
    code: 'BAD_REQUEST',
    text: 'This file is neither a table with a heading nor JSON in the format seriatim.trace.v1. Choose another file, or type the items in.',
  },
  tracing_file_long: { code: 'BAD_REQUEST', text: 'This file holds more than 10,000 items. Split it into several requests.' },
  tracing_ahead: { code: 'BAD_REQUEST', text: 'The request cannot have come in the future. Check date and time.' },
  tracing_closed: { code: 'CONFLICT', text: 'This request is closed. Open it again first.' },
  tracing_open: { code: 'CONFLICT', text: 'This request is not closed.' },
  tracing_is_out: { code: 'CONFLICT', text: 'This is a request of yours. It is answered by the partner.' },
  tracing_is_in: { code: 'CONFLICT', text: 'Only a request of yours can be asked again.' },
  tracing_acknowledged: { code: 'CONFLICT', text: 'This request was acknowledged already.' },
  tracing_drill_stays: { code: 'CONFLICT', text: 'A drill never leaves the company. Download its answer instead of sending it.' },
  tracing_identity_open: {
    code: 'CONFLICT',
    text: 'Nobody has checked who asks yet. Say how you checked it, then send.',
  },
  tracing_answer_not_found: { code: 'NOT_FOUND', text: 'This answer does not exist.' },
  tracing_answer_not_ready: { code: 'CONFLICT', text: 'This answer is not ready yet.' },
  tracing_answer_removed: { code: 'NOT_FOUND', text: 'The file of this answer was removed after its 30 days. Prepare another answer.' },
  tracing_answer_sent: { code: 'CONFLICT', text: 'This answer was sent and stays as it is. To correct it, prepare another answer.' },
  tracing_answer_waits: { code: 'CONFLICT', text: 'An answer to this request is being prepared already. Wait for it.' },
  tracing_number_unknown: { code: 'BAD_REQUEST', text: 'One of the chosen items does not belong to this request.' },
  tracing_file_not_found: { code: 'NOT_FOUND', text: 'This file does not exist.' },
  tracing_no_packages: {
    code: 'CONFLICT',
    text: 'No package was received in the last six months at the chosen locations, so there is nothing to ask about.',
  },
  tracing_partner_not_found: { code: 'NOT_FOUND', text: 'This trading partner does not exist.' },
  tracing_start_not_found: { code: 'NOT_FOUND', text: 'What the request should begin from does not exist, or you cannot access it.' },
})

export const tracingFacts = {
  errors: tracingErrors,
  constraints: {},
  rights: {
    'tracing:read': { group: 'Tracing', what: 'See tracing requests and drills for their locations' },
    'tracing:write': { group: 'Tracing', what: 'Record, answer and send tracing requests, and start drills' },
  },
  kinds: { tracing: 'Tracing request' },
  actions: {
    'tracing.create': 'Tracing request recorded',
    'tracing.mail': 'Tracing request came by mail',
    'tracing.identity': 'Identity of the asker checked',
    'tracing.acknowledge': 'Tracing request acknowledged',
    'tracing.search': 'Records of a tracing request searched',
    'tracing.prepare': 'Answer to a tracing request requested',
    'tracing.seal': 'Answer to a tracing request completed',
    'tracing.fail': 'Answer to a tracing request failed',
    'tracing.discard': 'Answer to a tracing request discarded',
    'tracing.send': 'Answer to a tracing request sent',
    'tracing.link': 'Link to an answer created',
    'tracing.download': 'Answer to a tracing request downloaded',
    'tracing.remove': 'File of an answer removed after its time',
    'tracing.undelivered': 'Mail of a tracing request did not arrive',
    'tracing.ask': 'Trading partner asked where packages came from',
    'tracing.remind': 'Trading partner reminded of a tracing request',
    'tracing.reply': 'Reply to a tracing request came',
    'tracing.drill': 'Tracing drill started',
    'tracing.drillDue': 'Reminder of the yearly tracing drill sent',
    'tracing.end': 'Tracing request closed',
    'tracing.reopen': 'Tracing request opened again',
  },
  sentences: {
    'tracing.create': 'recorded {about}',
    'tracing.mail': 'received {about} by mail',
    'tracing.identity': 'checked who asks in {about}',
    'tracing.acknowledge': 'acknowledged {about}',
    'tracing.search': 'searched the records for {about}',
    'tracing.prepare': 'requested an answer to {about}',
    'tracing.seal': 'completed an answer to {about}',
    'tracing.fail': 'gave up an answer to {about}',
    'tracing.discard': 'discarded an answer to {about}',
    'tracing.send': 'sent an answer to {about}',
    'tracing.link': 'created a link to an answer to {about}',
    'tracing.download': 'downloaded an answer to {about}',
    'tracing.remove': 'removed the file of an answer to {about} after its time',
    'tracing.undelivered': 'noted that a mail about {about} did not arrive',
    'tracing.ask': 'asked a trading partner in {about}',
    'tracing.remind': 'reminded a trading partner of {about}',
    'tracing.reply': 'received a reply to {about}',
    'tracing.drill': 'started {about}',
    'tracing.drillDue': 'sent a reminder of the yearly tracing drill',
    'tracing.end': 'closed {about}',
    'tracing.reopen': 'opened {about} again',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof tracingFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof tracingFacts.kinds, string> {}
}
