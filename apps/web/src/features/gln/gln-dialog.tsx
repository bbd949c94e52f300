import { NativeSelect } from '@mantine/core'
import { GLN_DISPOSITIONS, type GlnDisposition, newGln } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { GlnField } from '../../ui/field/gln-field.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Muted } from '../../ui/text/text.tsx'
import type { GlnAsk } from './gln-columns.tsx'
import type { GlnQuestion } from './gln-waiting.tsx'

interface GlnDialogProps {
  ask: Extract<GlnAsk, { kind: 'add' } | { row: unknown }>
  onClose: () => void
  onWaiting: (waiting: GlnQuestion) => void
}

const WORDS: Record<GlnDisposition, string> = {
  'SHIP TO': 'Ship to: goods are sent here',
  'BILL TO': 'Bill to: invoices are sent here',
  BOTH: 'Both',
}

/** Adds a GLN, in a form that is empty or prefilled with a GLN from documents, or changes a GLN. */
export function GlnDialog({ ask, onClose, onWaiting }: GlnDialogProps) {
  const { locations } = useLocationScope()
  const touches = ['gln', 'location', 'file', 'order']
  const add = trpc.gln.createOne.useMutation({ meta: { quiet: true, done: 'GLN added.', touches } })
  const change = trpc.gln.updateOne.useMutation({ meta: { quiet: true, done: 'GLN saved.', touches } })
  const row = ask.kind === 'add' ? undefined : ask.row
  const form = useZodForm({
    shape: newGln,
    initial: row
      ? {
          globalLocationNumber: row.globalLocationNumber.globalLocationNumber,
          customerLocationId: row.customerLocationId,
          disposition: row.disposition,
        }
      : {
          globalLocationNumber: ask.kind === 'add' ? ask.globalLocationNumber : '',
          customerLocationId: ask.kind === 'add' ? ask.locationId : 0,
          disposition: 'BOTH' as const,
        },
    send: ({ globalLocationNumber, customerLocationId, disposition }) =>
      row
        ? change.mutateAsync({
            newGlobalLocationNumber: globalLocationNumber,
            disposition,
            customerLocationId,
            globalLocationNumberId: row.globalLocationNumber.id,
          })
        : add.mutateAsync({ globalLocationNumber, customerLocationId, disposition }),
    refusalOf: toRefusal,
    otherwise: 'globalLocationNumber',
    onSent: (written) => {
      if (written.waiting.length > 0)
        onWaiting({
          customerLocationId: written.customerLocationId,
          globalLocationNumberId: written.globalLocationNumber.id,
          uploadIds: written.waiting,
        })
      onClose()
    },
  })
  return (
    <FormDialog opened onClose={onClose} title={row ? 'Edit GLN' : 'Add GLN'} form={form} submitLabel={row ? 'Save' : 'Add GLN'}>
      <GlnField label="GLN" data-autofocus {...form.field('globalLocationNumber')} value={form.values.globalLocationNumber} />
      {!row && locations.length > 1 && (
        <NativeSelect
          label="Location"
          data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('customerLocationId')}
          value={String(form.values.customerLocationId)}
          onChange={(event) => form.set('customerLocationId', Number(event.currentTarget.value))}
        />
      )}
      <NativeSelect
        label="Disposition"
        data={GLN_DISPOSITIONS.map((value) => ({ value, label: WORDS[value] }))}
        {...form.field('disposition')}
      />
      {!row && (
        <Muted>
          The GLN starts as Pending. Orders sent to it are accepted right away, and files that were waiting for it are read now.
        </Muted>
      )}
    </FormDialog>
  )
}
