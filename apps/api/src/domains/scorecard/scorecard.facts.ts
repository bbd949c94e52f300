import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const scorecardErrors = defineErrors({
  scorecard_not_found: { code: 'NOT_FOUND', text: 'This supplier has no scorecard. It may have been merged into another trading partner.' },
})

export const scorecardFacts = {
  errors: scorecardErrors,
  constraints: {},
  rights: {
    'scorecard:read': { group: 'Reports', what: 'See the scorecards of suppliers, save them, and print letters' },
  },
  kinds: {},
  actions: {
    'scorecard.csv': 'Scorecards saved as CSV',
    'scorecard.letter': 'Letter to a supplier printed',
    'scorecard.mail': 'Monthly scorecard email turned on or off',
  },
  sentences: {
    'scorecard.csv': 'saved the scorecards as CSV',
    'scorecard.letter': 'printed a letter about {about}',
    'scorecard.mail': 'turned the monthly email of scorecards on or off',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof scorecardFacts.actions, string> {}
}
