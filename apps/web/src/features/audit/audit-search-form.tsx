import { NativeSelect } from '@mantine/core'
import { AUDIT_KINDS } from '@seriatim/schema'
import { type ReactNode, useEffect, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatLongDate } from '../../ui/format.ts'
import { type AuditFilters, isKind } from './use-audit-search.ts'

interface AuditSearchFormProps {
  filters: AuditFilters
  onSearch: (change: Partial<AuditFilters>) => void
  count: ReactNode
  aside: ReactNode
  sheetOpened: boolean
  onSheetClose: () => void
}

const any = { value: '', label: 'Any' }

export function AuditSearchForm({ filters, onSearch, ...rest }: AuditSearchFormProps) {
  const { user, kind, from, to } = filters
  const [draft, setDraft] = useState(filters)
  useEffect(() => setDraft({ user, kind, from, to }), [user, kind, from, to])
  const change = (part: Partial<AuditFilters>) => setDraft((before) => ({ ...before, ...part }))
  const { data: people = [] } = trpc.audit.readManyPeople.useQuery(undefined, { staleTime: 60_000 })
  const users = [
    any,
    ...people.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}${one.isActive ? '' : ' (deactivated)'}` })),
    { value: '0', label: 'Seriatim, by itself' },
  ]
  const kinds = [any, ...Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }))]
  const chips = [
    { key: 'user' as const, label: 'Who', value: user && (users.find((one) => one.value === user)?.label ?? user) },
    { key: 'kind' as const, label: 'What', value: isKind(kind) ? AUDIT_KINDS[kind] : '' },
    { key: 'from' as const, label: 'From', value: from && formatLongDate(from) },
    { key: 'to' as const, label: 'To', value: to && formatLongDate(to) },
  ]
  return (
    <FilterBar
      label="Audit trail"
      onSubmit={() => onSearch(draft)}
      chips={chips.filter(({ value }) => value !== '').map((chip) => ({ ...chip, onRemove: () => onSearch({ [chip.key]: '' }) }))}
      {...rest}
    >
      <NativeSelect
        label="Who"
        className="field--keep"
        data={users}
        value={draft.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
      <NativeSelect label="What" data={kinds} value={draft.kind} onChange={(event) => change({ kind: event.currentTarget.value })} />
      <DateField label="From" value={draft.from} onChange={(day) => change({ from: day })} className="field--s" />
      <DateField label="To" value={draft.to} onChange={(day) => change({ to: day })} className="field--s" />
    </FilterBar>
  )
}
