import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const dispenseErrors = defineErrors({
  dispense_nothing_asked: { code: 'BAD_REQUEST', text: 'Send the barcode, or the GTIN and the serial number. Nothing was checked.' },
  dispense_barcode_unreadable: {
    code: 'BAD_REQUEST',
    text: 'The barcode does not identify a single package by GTIN and serial number. Nothing was checked.',
  },
  dispense_gtin_wrong: {
    code: 'BAD_REQUEST',
    text: 'The GTIN is wrong. A GTIN has 8, 12, 13 or 14 digits, the last of which is a check digit. Nothing was checked.',
  },
})

export const dispenseFacts = {
  errors: dispenseErrors,
  constraints: {},
  rights: {
    'dispense:check': { group: 'Pedigrees', what: 'Check from a program whether a package may be dispensed' },
    'dispense:read': { group: 'Pedigrees', what: 'See dispense checks' },
  },
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
