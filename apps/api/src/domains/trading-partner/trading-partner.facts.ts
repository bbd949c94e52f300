import type { DomainFacts } from '../../domain-facts.ts'

export const tradingPartnerFacts = {
  errors: {
    partner_not_found: {
      code: 'NOT_FOUND',
      text: 'This trading partner does not exist, or it belongs to a location that you do not have.',
    },
    partner_part_not_found: { code: 'NOT_FOUND', text: 'This entry of the trading partner is no longer there.' },
    partner_gln_taken: { code: 'CONFLICT', text: 'This partner has this GLN already.' },
    partner_account_taken: { code: 'CONFLICT', text: 'This partner has this account number already.' },
    partner_no_state: { code: 'BAD_REQUEST', text: 'There is no such state.' },
    partner_deactivated: { code: 'CONFLICT', text: 'This partner was deactivated already.' },
    partner_not_deactivated: { code: 'CONFLICT', text: 'This partner is active, so there is nothing to undo.' },
    partner_too_many: { code: 'CONFLICT', text: 'This partner has as many of these as one may have. Delete what is no longer used first.' },
    partner_csv_unreadable: { code: 'BAD_REQUEST', text: 'This is no table of partners.' },
    partner_csv_refused: {
      code: 'CONFLICT',
      text: 'Some lines of this table are refused, so nothing of it was imported. Fix them and choose the file again.',
    },
    partner_mail_address: { code: 'BAD_REQUEST', text: 'Enter one email address.' },
    license_days: { code: 'BAD_REQUEST', text: 'The last day of a license cannot lie before its first.' },
    license_not_found: { code: 'NOT_FOUND', text: 'This license is no longer on file, or its partner is not yours.' },
    stop_decided: { code: 'CONFLICT', text: 'Somebody else has decided this already. Look at the order again.' },
  },
  constraints: {
    partner_gln__once: 'partner_gln_taken',
    partner_account_number__once: 'partner_account_taken',
    partner_address__state: 'partner_no_state',
    partner_license__state: 'partner_no_state',
    partner_license__days: 'license_days',
    partner_stop_pkey: 'stop_decided',
  },
  rights: {
    // Rows of no location are read by all (decision 45); row security leaves out those of other locations.
    'partner:read': 'everybody',
    'partner:write': 'own',
  },
  actions: {
    'partner.add': 'Added to a trading partner',
    'partner.confirmGln': 'Whether a partner has a GLN of ours on file',
    'partner.deactivate': 'Trading partner deactivated',
    'partner.delete': 'Deleted from a trading partner',
    'partner.export': 'Trading partners saved as CSV',
    'partner.import': 'Trading partners imported from a table',
    'partner.license': 'License of a trading partner added',
    'partner.new': 'Trading partner added',
    'partner.reactivate': 'Trading partner active again',
    'partner.remind': 'Told that licenses of partners end',
    'partner.removeLicense': 'License of a trading partner removed',
    'partner.sendGlns': 'GLNs sent to a trading partner',
    'partner.stop': 'Goods of a partner that is not authorized: decided',
    'partner.update': 'Trading partner changed',
    'partner.updateLicense': 'License of a trading partner changed',
    'partner.updatePart': 'Entry of a trading partner changed',
  },
} as const satisfies DomainFacts
