import { NativeSelect, TextInput } from '@mantine/core'
import { DISPENSER_KINDS, newRegimeFacts, type Regime } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { RegimeDialog } from './regime-dialog.tsx'

const kinds = Object.entries(DISPENSER_KINDS).map(([value, label]) => ({ value, label }))

/** Dialog in which a person edits and confirms the company facts of the regime record as of today. The earlier facts stay on record. */
export function FactsDialog({ regime, onClose }: { regime: Regime; onClose: () => void }) {
  const { facts, customerName } = regime
  const confirm = trpc.regime.createOneFacts.useMutation({ meta: { quiet: true, touches: ['regime'], done: 'Facts confirmed.' } })
  const form = useZodForm({
    shape: newRegimeFacts,
    initial: {
      company: facts?.company ?? customerName,
      kind: facts?.kind ?? ('retail' as const),
      inCharge: facts?.inCharge ?? '',
      backup: facts?.backup ?? '',
    },
    send: (values) => confirm.mutateAsync(values),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <RegimeDialog title="Edit facts" submitLabel="Confirm" form={form} onClose={onClose}>
      <TextInput label="Company" description="The company that owns the pharmacies" data-autofocus {...form.field('company')} />
      <NativeSelect label="Kind" data={kinds} {...form.field('kind')} />
      <TextInput label="In charge" {...form.field('inCharge')} />
      <TextInput label="Backup (optional)" {...form.field('backup')} value={form.values.backup ?? ''} />
    </RegimeDialog>
  )
}
