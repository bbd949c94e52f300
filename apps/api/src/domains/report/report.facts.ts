import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const reportErrors = defineErrors({
  report_too_large: {
    code: 'BAD_REQUEST',
    text: 'The report has more than 100,000 rows, the most that one CSV file can hold. Choose fewer days or one location.',
  },
})

export const reportFacts = {
  errors: reportErrors,
  constraints: {},
  rights: {
    'report:read': { group: 'Reports', what: 'See reports, and save them as CSV and PDF' },
  },
  kinds: { report: 'Reports' },
  actions: {
    'report.csv': 'Report saved as CSV',
    'report.pdf': 'Report saved as PDF',
  },
  sentences: {
    'report.csv': 'saved a report as CSV',
    'report.pdf': 'saved a report as PDF',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof reportFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof reportFacts.kinds, string> {}
}
