import { Button, TextInput } from '@mantine/core'
import { partnerAccountAdding, partnerGlnAdding } from '@seriatim/schema'
import { refusalOf } from '../../api/query-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { GlnField } from '../../ui/gln-field.tsx'
import { useZodForm } from '../../ui/use-zod-form.ts'

interface ValueEditorProps {
  /** EDIT: filled from this entry. Without it, ADD: empty. */
  entry?: string | undefined
  send: (value: string) => unknown
  onClose: () => void
}

const glnShape = partnerGlnAdding.pick({ globalLocationNumber: true })
const accountShape = partnerAccountAdding.pick({ accountNumber: true })

/** A GLN of a partner. */
export function GlnEditor({ entry, send, onClose }: ValueEditorProps) {
  const form = useZodForm({
    shape: glnShape,
    initial: { globalLocationNumber: entry ?? '' },
    send: async ({ globalLocationNumber }) => send(globalLocationNumber),
    refusalOf,
    otherwise: 'globalLocationNumber',
    onSent: onClose,
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={entry ? 'Edit GLN' : 'Add GLN'}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {entry ? 'Save' : 'Add GLN'}
          </Button>
        </>
      }
    >
      <GlnField label="GLN" data-autofocus {...form.field('globalLocationNumber')} value={form.values.globalLocationNumber} />
    </Dialog>
  )
}

/** The number under which the partner keeps us as its customer. */
export function AccountEditor({ entry, send, onClose }: ValueEditorProps) {
  const form = useZodForm({
    shape: accountShape,
    initial: { accountNumber: entry ?? '' },
    send: async ({ accountNumber }) => send(accountNumber),
    refusalOf,
    otherwise: 'accountNumber',
    onSent: onClose,
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={entry ? 'Edit Account Number' : 'Add Account Number'}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {entry ? 'Save' : 'Add Account Number'}
          </Button>
        </>
      }
    >
      <TextInput label="Account number" autoComplete="off" data-autofocus {...form.field('accountNumber')} />
    </Dialog>
  )
}
