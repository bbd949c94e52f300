import { actions } from './facts.ts'

/** Everything that the trail can say was done, with its words; each domain adds its own. */
export const AUDIT_ACTIONS = actions
export type AuditAction = keyof typeof AUDIT_ACTIONS
