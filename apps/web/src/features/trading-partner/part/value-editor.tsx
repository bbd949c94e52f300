import { TextInput } from '@mantine/core'
import { partnerAccountAdding, partnerGlnAdding } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { GlnField } from '../../../ui/field/gln-field.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'

interface ValueEditorProps {
  /** The entry to edit, which prefills the form; absent when adding. */
  entry?: string | undefined
  send: (value: string) => unknown
  onClose: () => void
}

const glnShape = partnerGlnAdding.pick({ globalLocationNumber: true })
const accountShape = partnerAccountAdding.pick({ accountNumber: true })

export function GlnEditor({ entry, send, onClose }: ValueEditorProps) {
  const form = useZodForm({
    shape: glnShape,
    initial: { globalLocationNumber: entry ?? '' },
    send: async ({ globalLocationNumber }) => send(globalLocationNumber),
    refusalOf: toRefusal,
    otherwise: 'globalLocationNumber',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title={entry ? 'Edit GLN' : 'Add GLN'} form={form} submitLabel={entry ? 'Save' : 'Add GLN'}>
      <GlnField label="GLN" data-autofocus {...form.field('globalLocationNumber')} value={form.values.globalLocationNumber} />
    </FormDialog>
  )
}

/** Editor for our customer account number at the partner. */
export function AccountEditor({ entry, send, onClose }: ValueEditorProps) {
  const form = useZodForm({
    shape: accountShape,
    initial: { accountNumber: entry ?? '' },
    send: async ({ accountNumber }) => send(accountNumber),
    refusalOf: toRefusal,
    otherwise: 'accountNumber',
    onSent: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={entry ? 'Edit Account Number' : 'Add Account Number'}
      form={form}
      submitLabel={entry ? 'Save' : 'Add Account Number'}
    >
      <TextInput label="Account number" autoComplete="off" data-autofocus {...form.field('accountNumber')} />
    </FormDialog>
  )
}
