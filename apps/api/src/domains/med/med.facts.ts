import { coreErrors } from '../../core/core.facts.ts'
import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const medErrors = defineErrors({
  serial_ambiguous: { code: 'CONFLICT', text: 'This serial number matches several packages on the order. Send the GTIN with it.' },
  med_not_found: {
    code: 'NOT_FOUND',
    text: 'Your med could not be found, try searching for your med using its serial number in the field above.',
  },
  med_held: {
    code: 'CONFLICT',
    text: 'This package is on hold, so its pedigree was not sent. Release the hold, or choose “Send anyway” (in the API: evenHeld = true).',
  },
  entry_location_missing: { code: 'BAD_REQUEST', text: 'Choose the location that the package belongs to.' },
  entry_serial_missing: {
    code: 'BAD_REQUEST',
    text: 'Scan or type a serial number. A pedigree needs one.',
  },
  entry_serial_wrong: {
    code: 'BAD_REQUEST',
    text: 'Invalid serial number. Use at most 20 letters, digits and other characters that a barcode can hold, without spaces.',
  },
  entry_gtin_digits: { code: 'BAD_REQUEST', text: 'Invalid GTIN. Use digits only.' },
  entry_gtin_length: {
    code: 'BAD_REQUEST',
    text: 'Invalid GTIN. A GTIN has 14 digits, or 8, 12 or 13 if the package shows a shorter one.',
  },
  entry_gtin_check: {
    code: 'BAD_REQUEST',
    text: 'Invalid GTIN: its last digit doesn’t match the others. Compare it with the package digit by digit.',
  },
  entry_lot_wrong: {
    code: 'BAD_REQUEST',
    text: 'Invalid lot. Use at most 20 letters, digits and characters that a barcode can hold, without spaces.',
  },
  entry_expiration_wrong: { code: 'BAD_REQUEST', text: 'The expiration date is not a valid date. Send it as YYYY-MM-DD.' },
  entry_ndc_wrong: { code: 'BAD_REQUEST', text: 'Invalid NDC. An NDC has 10, 11 or 12 digits, with or without hyphens.' },
  entry_ndc_not_of_gtin: { code: 'BAD_REQUEST', text: 'The NDC does not match the one in the GTIN. Compare both with the package.' },
  entry_name_too_long: { code: 'BAD_REQUEST', text: 'The med name has more than 300 characters.' },
  entry_maker_too_long: { code: 'BAD_REQUEST', text: 'The manufacturer name has more than 300 characters.' },
  entry_differs: { code: 'CONFLICT', text: 'This package is on file with different data. Nothing was saved.' },
  export_too_large: {
    code: 'BAD_REQUEST',
    text: 'The search finds more than 100,000 packages, the most that one CSV file can hold. Narrow it by date, product or location.',
  },
  med_not_typed_in: {
    code: 'CONFLICT',
    text: 'This package came in a supplier’s file, so it cannot be voided. Void the order if it was sent by mistake.',
  },
  med_voided: { code: 'CONFLICT', text: 'This pedigree was voided: it was entered by mistake.' },
  med_not_yours: {
    code: 'FORBIDDEN',
    text: 'You can void your own entries on the same day. A location admin can void the others.',
  },
})

export const medFacts = {
  errors: medErrors,
  constraints: {
    med__location_id__gtin__serial_number: coreErrors.exists_already,
  },
  rights: {
    'med:read': { group: 'Pedigrees', what: 'See pedigrees and packages' },
    'med:write': {
      group: 'Pedigrees',
      what: 'Enter and send pedigrees, attach files; void or remove their own entries and files on the same day',
    },
    'med:correct': { group: 'Pedigrees', what: 'Void pedigrees and remove attachments that others added, with a reason' },
  },
  kinds: { med: 'Pedigrees' },
  actions: {
    'med.attach': 'File attached to a pedigree',
    'med.bringBack': 'Voided pedigree entered again',
    'med.create': 'Pedigree entered',
    'med.deleteAttachment': 'Attachment deleted',
    'med.download': 'Attachment opened',
    'med.email': 'Pedigree sent by email',
    'med.emailAgain': 'Pedigree email sent again',
    'med.export': 'Pedigrees saved as CSV',
    'med.fill': 'Blank fields of a pedigree filled in',
    'med.paper': 'Printable pedigree opened',
    'med.void': 'Pedigree voided',
  },
  sentences: {
    'med.attach': 'attached a file to the pedigree of {about}',
    'med.bringBack': 'entered the voided pedigree of {about} again',
    'med.create': 'entered the pedigree of {about}',
    'med.deleteAttachment': 'deleted an attachment of {about}',
    'med.download': 'opened an attachment of {about}',
    'med.email': 'emailed the pedigree of {about}',
    'med.emailAgain': 'resent the email with the pedigree of {about}',
    'med.export': 'saved pedigrees as CSV',
    'med.fill': 'filled in blank fields of the pedigree of {about}',
    'med.paper': 'opened the printable pedigree of {about}',
    'med.void': 'voided the pedigree of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof medFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof medFacts.kinds, string> {}
}
