import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Text that says what the action will do, and to what. */
  children: ReactNode
  /** Label of the button that confirms. It says what will happen to what, such as "Delete GLN 0399993457107". */
  confirmLabel: string
  cancelLabel?: string | undefined
  onConfirm: () => void
  pending?: boolean | undefined
  /** For an action that destroys something: colors its button red and gives the cancel button the focus. */
  destructive?: boolean | undefined
  disabled?: boolean | undefined
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, cancelLabel = 'Cancel', onConfirm, pending, destructive, disabled } = props
  return (
    <Dialog
      opened={opened}
      onClose={pending ? () => undefined : onClose}
      title={title}
      foot={
        <>
          <Button onClick={onClose} disabled={pending ?? false} data-autofocus={destructive || undefined}>
            {cancelLabel}
          </Button>
          <Button
            variant="filled"
            {...(destructive ? { color: 'red' } : { 'data-autofocus': true })}
            onClick={onConfirm}
            loading={pending ?? false}
            disabled={disabled ?? false}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
