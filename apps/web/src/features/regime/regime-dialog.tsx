import { Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DateField, stopAtUnread } from '../../ui/field/date-field.tsx'
import { Note } from '../../ui/layout/note.tsx'

interface RegimeDialogProps {
  title: string
  submitLabel: string
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; sentence: string | undefined }
  onClose: () => void
  children: ReactNode
}

/** Dialog with a form that edits the regime record. It is not submitted while a date field contains text that isn't a date. */
export function RegimeDialog({ title, submitLabel, form, onClose, children }: RegimeDialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (stopAtUnread(body.current)) event.preventDefault()
    else form.onSubmit(event)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      size={520}
      form={{ onSubmit: submit, isBusy: form.isBusy }}
      submitLabel={submitLabel}
    >
      <Stack ref={body} gap="md">
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        {children}
      </Stack>
    </FormDialog>
  )
}

interface RegimeDayProps {
  label: string
  placeholder?: string
  value: string | null | undefined
  error: ReactNode
  onChange: (value: string) => void
  notBefore?: string | undefined
}

/** A date field of a regime dialog. If an empty field has an error, it shows "Enter a date." instead of the form's text. */
export function RegimeDay({ value, error, placeholder = 'MM/DD/YYYY', ...field }: RegimeDayProps) {
  const sentence = typeof error === 'string' ? (value ? error : 'Enter a date.') : undefined
  return <DateField {...field} placeholder={placeholder} value={value ?? ''} error={sentence} />
}
