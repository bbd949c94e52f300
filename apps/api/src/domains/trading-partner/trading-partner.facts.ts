import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const tradingPartnerErrors = defineErrors({
  partner_not_found: {
    code: 'NOT_FOUND',
    text: 'This trading partner does not exist, or it belongs to a location that you do not have.',
  },
  partner_part_not_found: { code: 'NOT_FOUND', text: 'This entry is no longer there, or its partner is not yours.' },
  partner_gln_taken: { code: 'CONFLICT', text: 'This partner already has this GLN.' },
  partner_account_taken: { code: 'CONFLICT', text: 'This partner already has this account number.' },
  partner_no_state: { code: 'BAD_REQUEST', text: 'There is no such state.' },
  partner_deactivated: { code: 'CONFLICT', text: 'This partner is already deactivated.' },
  partner_former: {
    code: 'CONFLICT',
    text: 'This partner was deactivated. If you buy from it again, reactivate it on its page.',
  },
  partner_not_deactivated: { code: 'CONFLICT', text: 'This partner is already active.' },
  partner_too_many: {
    code: 'CONFLICT',
    text: 'This partner has the most entries of this kind it can have. Delete one you no longer use first.',
  },
  partner_csv_unreadable: { code: 'BAD_REQUEST', text: 'This file is not a partner table.' },
  partner_csv_refused: {
    code: 'CONFLICT',
    text: 'Some lines cannot be imported, so nothing was. Fix them and choose the file again.',
  },
  partner_mail_address: { code: 'BAD_REQUEST', text: 'Enter one email address.' },
  license_days: { code: 'BAD_REQUEST', text: 'A license cannot end before it starts.' },
  license_not_found: { code: 'NOT_FOUND', text: 'This license is no longer on file, or its partner is not yours.' },
  agreement_days: { code: 'BAD_REQUEST', text: 'An agreement cannot end before it was signed.' },
  agreement_not_found: { code: 'NOT_FOUND', text: 'This agreement is no longer on file, or its partner is not yours.' },
  partner_merge_itself: { code: 'BAD_REQUEST', text: 'Choose another partner to merge.' },
  partner_merge_inactive: { code: 'CONFLICT', text: 'One of the two was deactivated. Only active partners can be merged.' },
  partner_merge_location: {
    code: 'CONFLICT',
    text: 'The two belong to different locations. Open the one that is for all locations and merge the other into it.',
  },
  partner_merged: { code: 'CONFLICT', text: 'This partner was merged into another. Undo the merge instead.' },
  merge_not_found: { code: 'NOT_FOUND', text: 'This merge was undone already, or its partners are not yours.' },
  merge_final: { code: 'CONFLICT', text: 'A merge can be undone for one day. That day is over.' },
  merge_newer: { code: 'CONFLICT', text: 'The partner that was kept was merged again. Undo that merge first.' },
  partner_stop: {
    code: 'CONFLICT',
    text: 'The sender of this order may not sell to you. Open the order and choose whether to receive it or put it on hold.',
  },
  stop_decided: { code: 'CONFLICT', text: 'Someone else already decided this. Reload the order.' },
})

export const tradingPartnerFacts = {
  errors: tradingPartnerErrors,
  constraints: {
    partner_gln__once: tradingPartnerErrors.partner_gln_taken,
    partner_account_number__once: tradingPartnerErrors.partner_account_taken,
    partner_address__state: tradingPartnerErrors.partner_no_state,
    partner_license__state: tradingPartnerErrors.partner_no_state,
    partner_license__days: tradingPartnerErrors.license_days,
    partner_agreement__days: tradingPartnerErrors.agreement_days,
    partner_merge__open: tradingPartnerErrors.partner_merge_inactive,
  },
  rights: {
    'partner:read': { group: 'Trading partners', what: 'See trading partners: of one’s own locations, and of no location' },
    'partner:write': { group: 'Trading partners', what: 'Add and change trading partners' },
  },
  kinds: { partner: 'Trading partners' },
  actions: {
    'partner.agreement': 'Agreement with a trading partner added',
    'partner.updateAgreement': 'Agreement with a trading partner changed',
    'partner.removeAgreement': 'Agreement with a trading partner removed',
    'partner.merge': 'Trading partners merged',
    'partner.undoMerge': 'Merge of trading partners undone',
    'partner.add': 'Added to a trading partner',
    'partner.confirmGln': 'Whether a partner has a GLN of ours on file',
    'partner.deactivate': 'Trading partner deactivated',
    'partner.delete': 'Deleted from a trading partner',
    'partner.export': 'Trading partners saved as CSV',
    'partner.import': 'Trading partners imported from a table',
    'partner.license': 'License of a trading partner added',
    'partner.noteGlns': 'Trading partner notified of GLNs another way',
    'partner.new': 'Trading partner added',
    'partner.reactivate': 'Trading partner active again',
    'partner.remind': 'Reminder sent: licenses and agreements of trading partners',
    'partner.removeLicense': 'License of a trading partner removed',
    'partner.sendGlns': 'GLNs sent to a trading partner',
    'partner.stop': 'Goods of a partner that is not authorized: decided',
    'partner.unasked': 'Goods of a partner that is not authorized: received over REST',
    'partner.update': 'Trading partner changed',
    'partner.updateLicense': 'License of a trading partner changed',
    'partner.updatePart': 'Entry of a trading partner changed',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof tradingPartnerFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof tradingPartnerFacts.kinds, string> {}
}
