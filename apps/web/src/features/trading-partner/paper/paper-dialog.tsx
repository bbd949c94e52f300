import { Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { writeSentence } from '../../../api/query-client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DateField, stopAtUnread } from '../../../ui/field/date-field.tsx'
import { EvidenceField } from '../../../ui/field/evidence-field.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { useEvidence } from './use-evidence.ts'

interface PaperDialogProps {
  partnerId: number
  /** The noun in the title and the button, such as "license". */
  what: string
  /** Whether the dialog edits a paper on file; false if it adds one. */
  isEdit: boolean
  size: number
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; sentence: string | undefined }
  /** Field for the supporting file: its label, the file on record when the dialog opens, and the handler called when the user changes the file. */
  file: { label: string; initial: { id: number; filename: string } | null; onChange: (evidenceId: number | null) => void }
  onClose: () => void
  children: ReactNode
}

/** Editor for a partner's paper, such as a license or an agreement: its fields and the supporting file. */
export function PaperDialog({ partnerId, what, isEdit, size, form, file, onClose, children }: PaperDialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const { upload } = useEvidence(partnerId)
  const [chosen, setChosen] = useState(file.initial)
  const [isSending, setSending] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (stopAtUnread(body.current)) event.preventDefault()
    else form.onSubmit(event)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      size={size}
      title={`${isEdit ? 'Edit' : 'Add'} ${what}`}
      form={{ onSubmit: submit, isBusy: form.isBusy }}
      submitLabel={isEdit ? 'Save' : `Add ${what}`}
      disabled={isSending}
    >
      <Stack ref={body} gap="md">
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        {children}
        <EvidenceField
          label={file.label}
          value={chosen}
          onChange={(next) => {
            setChosen(next)
            file.onChange(next?.id ?? null)
          }}
          upload={upload}
          wordsOf={writeSentence}
          onBusy={setSending}
        />
      </Stack>
    </FormDialog>
  )
}

interface PaperDayProps {
  label: string
  placeholder: string
  value: string | null | undefined
  error: ReactNode
  onChange: (value: string) => void
  notBefore?: string | undefined
}

/** A field for a date on a paper. If an empty field has an error, it shows "Enter a date." instead of the form's text. */
export function PaperDay({ value, error, ...field }: PaperDayProps) {
  return <DateField {...field} value={value ?? ''} error={typeof error === 'string' ? (value ? error : 'Enter a date.') : undefined} />
}
