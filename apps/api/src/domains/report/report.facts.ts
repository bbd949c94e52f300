import type { DomainFacts } from '../../domain-facts.ts'

export const reportFacts = {
  errors: {
    report_too_large: {
      code: 'BAD_REQUEST',
      text: 'The report has more than 100,000 rows, which is more than a file for a spreadsheet can hold. Choose fewer days or one location.',
    },
  },
  constraints: {},
  rights: {
    'report:read': { group: 'Reports', what: 'See reports, and save them as CSV and PDF' },
  },
  kinds: { report: 'Reports' },
  actions: {
    'report.csv': 'Report saved as CSV',
    'report.pdf': 'Report saved as PDF',
  },
} as const satisfies DomainFacts
