import { TextInput } from '@mantine/core'
import { newOwnRule } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { localDay } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { RegimeDay, RegimeDialog } from './regime-dialog.tsx'

/** Adds a rule of a contract, such as a PBM's manual. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const add = trpc.regime.createOneRule.useMutation({ meta: { quiet: true, touches: ['regime'], done: 'Rule added.' } })
  const form = useZodForm({
    shape: newOwnRule,
    initial: { duty: '', note: '', from: localDay(new Date()), until: '', source: '' },
    send: (values) => add.mutateAsync(values),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const { from, until, note } = form.values
  return (
    <RegimeDialog title="Add a rule" submitLabel="Add the rule" form={form} onClose={onClose}>
      <Muted>A rule of your own contracts, such as a PBM manual or a state board agreement. It can be ended, but not deleted.</Muted>
      <TextInput label="What you must do" autoComplete="off" data-autofocus {...form.field('duty')} />
      <TextInput label="Note (optional)" autoComplete="off" {...form.field('note')} value={note ?? ''} />
      <AutoGrid>
        <RegimeDay label="From" value={from} error={form.field('from').error} onChange={(day) => form.set('from', day)} />
        <RegimeDay
          label="Until (optional)"
          placeholder="No end"
          value={until}
          error={form.field('until').error}
          notBefore={from}
          onChange={(day) => form.set('until', day)}
        />
      </AutoGrid>
      <TextInput
        label="Source"
        description="The contract, manual or letter, and the section"
        autoComplete="off"
        {...form.field('source')}
      />
    </RegimeDialog>
  )
}
