/** What the trail calls these. */
export const reportActions = {
  'report.csv': 'Report saved as CSV',
  'report.pdf': 'Report saved as PDF',
} as const
