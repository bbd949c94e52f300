import { Textarea, TextInput } from '@mantine/core'
import { newSopRevision, type Sop } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Muted } from '../../ui/text/text.tsx'

interface ReviseDialogProps {
  sop: Sop
  onClose: () => void
}

/** Dialog in which the user adopts the proposed text of a procedure or writes a new revision. */
export function ReviseDialog({ sop: { key, title, revisions, proposal }, onClose }: ReviseDialogProps) {
  const [newest] = revisions
  // The revision that the author has read. If somebody saves a newer one in the meantime, the server refuses the author's text instead of overwriting
  // it.
  const [after] = useState(newest?.revision ?? 0)
  const utils = trpc.useUtils()
  const save = trpc.sop.createOneRevision.useMutation({
    meta: { quiet: true, touches: ['sop'], done: 'Revision saved.' },
    onError: () => void utils.sop.readMany.invalidate(),
  })
  const form = useZodForm({
    shape: newSopRevision.omit({ key: true, after: true }),
    initial: { text: newest?.text ?? proposal, note: newest ? '' : 'Adopted' },
    send: (values) => save.mutateAsync({ ...values, key, after }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog
      opened
      size={760}
      stays
      title={newest ? `${title}: revision ${newest.revision + 1}` : `Adopt "${title}"`}
      submitLabel={newest ? 'Save the revision' : 'Adopt as revision 1'}
      form={form}
      onClose={onClose}
    >
      <Muted>
        A line that begins with "# " is a heading. A line that begins with "- " is a list item.{' '}
        {newest && 'Everyone must sign the new revision; the earlier one stays on record.'}
      </Muted>
      <Textarea
        label="Text"
        autosize
        minRows={12}
        maxRows={24}
        value={form.values.text}
        onChange={(event) => form.set('text', event.currentTarget.value)}
        error={form.field('text').error}
      />
      <TextInput
        label="What changed"
        value={form.values.note}
        onChange={(event) => form.set('note', event.currentTarget.value)}
        error={form.field('note').error}
      />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
