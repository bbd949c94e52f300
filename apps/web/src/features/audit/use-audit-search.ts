import { AUDIT_KINDS, type AuditKind } from '@seriatim/schema'
import type { Inputs } from '../../api/trpc.ts'
import { useQueryState } from '../../ui/use-query-state.ts'

/** The search as the screen shows it; empty text is no filter. */
export interface AuditFilters {
  user: string
  kind: string
  from: string
  to: string
}

export const noFilters: AuditFilters = { user: '', kind: '', from: '', to: '' }

export function isKind(text: string): text is AuditKind {
  return Object.hasOwn(AUDIT_KINDS, text)
}

/** The search in the address bar, as fields and as the server takes it. */
export function useAuditFilters() {
  const [{ user = '', kind = '', from = '', to = '' }, setQuery] = useQueryState()
  const filters: AuditFilters = { user, kind, from, to }
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
  const search = {
    ...(/^\d{1,15}$/.test(user) ? { userId: Number(user) } : {}),
    ...(isKind(kind) ? { kind } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  } satisfies Inputs['audit']['readManyBySearch']
  return { filters, search, setFilters: (change: Partial<AuditFilters>) => setQuery({ ...change }) }
}
