import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'foot' | 'onSubmit'> {
  /** What `useZodForm` answers. */
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean }
  submitLabel: ReactNode
  /** What cannot be undone. */
  destructive?: boolean | undefined
  /** Something that it cannot be sent without is not there yet. */
  disabled?: boolean | undefined
}

/** A dialog that is a form: Cancel, and one button that sends it, as Enter does. */
export function FormDialog({ form, submitLabel, destructive = false, disabled = false, onClose, children, ...rest }: FormDialogProps) {
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy} disabled={disabled} color={destructive ? 'red' : 'teal'}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
