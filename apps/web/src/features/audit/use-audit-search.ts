import { writeFullName } from '@seriatim/schema'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { type FilterField, useFilters } from '../../ui/form/use-filters.ts'

type Name = 'user' | 'kind' | 'from' | 'to'

const any = { value: '', label: 'Any' }

/** The audit search in the page's URL, both as form fields and as input for the server. */
export function useAuditFilters() {
  const { data: people = [] } = trpc.audit.readManyPeople.useQuery(undefined, { staleTime: 60_000 })
  const { data: kinds } = trpc.audit.readManyKinds.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
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
          label: `${writeFullName(one)}${one.isActive ? '' : ' (deactivated)'}`,
        })),
        { value: '0', label: 'Seriatim (automatic)' },
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'What',
      options: [any, ...(kinds ?? []).map(({ kind, label }) => ({ value: kind, label }))],
    },
    { kind: 'days', from: 'from', to: 'to', label: 'When' },
  ]
  const filters = useFilters(fields)
  const { user, kind, from, to } = filters.values
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
  const search = {
    ...(/^\d{1,15}$/.test(user) ? { userId: Number(user) } : {}),
    ...(kind && (kinds?.some((one) => one.kind === kind) ?? true) ? { kind } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  } satisfies Inputs['audit']['readManyBySearch']
  return { filters, search }
}
