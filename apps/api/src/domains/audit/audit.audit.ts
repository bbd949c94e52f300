/** What the trail calls these. */
export const auditActions = {
  'audit.export': 'Audit trail exported',
} as const
