import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'foot' | 'onSubmit'> {
  /** Return value of `useZodForm`. */
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean }
  submitLabel: ReactNode
  /** The action cannot be undone. */
  destructive?: boolean | undefined
  /** Disables the submit button while something required is missing. */
  disabled?: boolean | undefined
}

/** A form in a dialog, with Cancel and one submit button that Enter also triggers. */
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
