import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const exceptionErrors = defineErrors({
  exception_not_found: { code: 'NOT_FOUND', text: 'This ticket does not exist, or it belongs to a location you cannot access.' },
  exception_not_open: { code: 'CONFLICT', text: 'This ticket is no longer open. Reopen it first.' },
  exception_nothing_to_hold: {
    code: 'CONFLICT',
    text: 'No package on this ticket belongs to an order that needs corrected data, so there is nothing to hold.',
  },
  exception_holds: {
    code: 'FORBIDDEN',
    text: 'Packages are on hold because of this ticket’s data. Ask a location admin to close the ticket, which releases them.',
  },
  exception_nothing_held: { code: 'CONFLICT', text: 'Nothing is on hold for this ticket now.' },
  correction_not_found: {
    code: 'NOT_FOUND',
    text: 'This corrected file does not exist, or it belongs to a location you cannot access.',
  },
  correction_settled: { code: 'CONFLICT', text: 'Someone has already made a decision on this corrected file.' },
  correction_replacing: {
    code: 'CONFLICT',
    text: 'Another corrected file is replacing this order right now. Check again in a minute.',
  },
  correction_elsewhere: {
    code: 'CONFLICT',
    text: 'This file ships the goods to another location, so it cannot replace the first one. Keep it as a separate order, and void the first order if its goods never arrived.',
  },
  correction_parts_elsewhere: {
    code: 'FORBIDDEN',
    text: 'This file also concerns an order at another location that you do not administer. Ask someone who administers all of these locations.',
  },
  correction_not_undone: { code: 'CONFLICT', text: 'You can undo a replacement only once, within a day.' },
  exception_reason_needed: { code: 'BAD_REQUEST', text: 'Give a short reason.' },
  exception_partners_differ: { code: 'BAD_REQUEST', text: 'These tickets are from different partners. Ask each partner separately.' },
  exception_owner_unknown: {
    code: 'BAD_REQUEST',
    text: 'The ticket cannot be assigned to this person, who has no access to its location.',
  },
  exception_file_bad: { code: 'BAD_REQUEST', text: 'This file cannot be attached. Choose a picture or a PDF.' },
  exception_file_not_found: {
    code: 'NOT_FOUND',
    text: 'This file does not exist, or its ticket belongs to a location you cannot access.',
  },
})

export const exceptionFacts = {
  errors: exceptionErrors,
  constraints: {},
  rights: {
    'exception:read': { group: 'Exceptions', what: 'See document exceptions' },
    'exception:write': { group: 'Exceptions', what: 'Work on document exceptions: status, notes, owner, asking the partner' },
    'exception:settings': { group: 'Exceptions', what: 'Change when tickets are due' },
  },
  kinds: { exception: 'Document exceptions' },
  actions: {
    'exception.ask': 'Partner contacted about a ticket',
    'exception.assign': 'Ticket assigned',
    'exception.create': 'Ticket created at the counter',
    'exception.due': 'Due date of a ticket changed',
    'exception.download': 'Ticket downloaded',
    'exception.export': 'Exception report saved',
    'exception.follow': 'Ticket followed or unfollowed',
    'exception.keep': 'First file kept instead of a corrected one',
    'exception.list': 'Exception list saved',
    'exception.kind': 'Ticket kind changed',
    'exception.hold': 'Packages put on hold until the data of a ticket is corrected',
    'exception.emergency': 'Emergency release of packages pending data',
    'exception.note': 'Note added to a ticket',
    'exception.remind': 'Partner reminded about a ticket',
    'exception.replace': 'File replaced with its corrected version',
    'exception.undoReplace': 'Replacement of a file undone',
    'exception.reply': 'Partner’s reply received',
    'exception.settings': 'Ticket settings changed',
    'exception.status': 'Status of a ticket changed',
  },
  sentences: {
    'exception.ask': 'asked the partner about {about}',
    'exception.assign': 'assigned {about}',
    'exception.create': 'created {about} at the counter',
    'exception.due': 'changed the due date of {about}',
    'exception.download': 'downloaded {about}',
    'exception.export': 'saved the exception report',
    'exception.follow': 'followed or unfollowed {about}',
    'exception.keep': 'kept the first file of {about} instead of a corrected one',
    'exception.list': 'saved the exception list',
    'exception.kind': 'changed the kind of {about}',
    'exception.hold': 'put packages on hold until the data of {about} is corrected',
    'exception.emergency': 'made an emergency release of packages held for {about}',
    'exception.note': 'added a note to {about}',
    'exception.remind': 'reminded the partner of {about}',
    'exception.replace': 'replaced the file of {about} with its corrected version',
    'exception.undoReplace': 'undid the replacement of the file of {about}',
    'exception.reply': "received a partner's reply to {about}",
    'exception.settings': 'changed the ticket settings',
    'exception.status': 'changed the status of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof exceptionFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof exceptionFacts.kinds, string> {}
}
