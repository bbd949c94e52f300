import { AUDIT_KINDS, type AuditKind } from '@seriatim/schema'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { type FilterField, useFilters } from '../../ui/use-filters.ts'

type Name = 'user' | 'kind' | 'from' | 'to'

const any = { value: '', label: 'Any' }

function isKind(text: string): text is AuditKind {
  return Object.hasOwn(AUDIT_KINDS, text)
}

/** The search in the address bar, as fields and as the server takes it. */
export function useAuditFilters() {
  const { data: people = [] } = trpc.audit.readManyPeople.useQuery(undefined, { staleTime: 60_000 })
  const fields: readonly FilterField<Name>[] = [
    {
      kind: 'choice',
      name: 'user',
      label: 'Who',
      keep: true,
      options: [
        any,
        ...people.map((one) => ({
          value: String(one.id),
          label: `${one.firstName} ${one.lastName}${one.isActive ? '' : ' (deactivated)'}`,
        })),
        { value: '0', label: 'Seriatim, by itself' },
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'What',
      options: [any, ...Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }))],
    },
    { kind: 'days', from: 'from', to: 'to', label: 'When' },
  ]
  const filters = useFilters(fields)
  const { user, kind, from, to } = filters.values
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
  const search = {
    ...(/^\d{1,15}$/.test(user) ? { userId: Number(user) } : {}),
    ...(isKind(kind) ? { kind } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  } satisfies Inputs['audit']['readManyBySearch']
  return { filters, search }
}
