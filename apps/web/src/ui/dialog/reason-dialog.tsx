import { Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { NOT_A_PLACE_TO_SCAN, SCANNED_INTO } from '../form/scanned-into.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Minimum number of characters of a reason that the server accepts. */
const SHORTEST = 3

interface ReasonDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Says what the action will do, and to what. */
  children: ReactNode
  confirmLabel: string
  /** False if the server accepts the action without a reason. */
  needed: boolean
  pending: boolean
  destructive?: boolean | undefined
  /** Reason that the field suggests when the dialog opens; the user can change it. */
  usual?: string | undefined
  onConfirm: (reason: string | undefined) => void
}

/** Asks for the reason of an action. The reason stays on record with the name of the person who gave it. */
export function ReasonDialog({ opened, onClose, children, needed, usual = '', onConfirm, ...rest }: ReasonDialogProps) {
  const [reason, setReason] = useState(usual)
  const [wasScanned, setWasScanned] = useState(false)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    setReason(usual)
    setWasScanned(false)
  }
  useEffect(() => {
    if (!opened) return
    const onScanned = (event: Event) => {
      event.preventDefault()
      setWasScanned(true)
    }
    document.addEventListener(SCANNED_INTO, onScanned)
    return () => document.removeEventListener(SCANNED_INTO, onScanned)
  }, [opened])
  const given = reason.trim()
  return (
    <ConfirmDialog
      {...rest}
      opened={opened}
      onClose={onClose}
      disabled={given.length > 0 || needed ? given.length < SHORTEST : false}
      onConfirm={() => onConfirm(given || undefined)}
    >
      {children}
      <Textarea
        label={needed ? 'Reason' : 'Reason (optional)'}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={wasScanned && NOT_A_PLACE_TO_SCAN}
        rows={3}
        maxLength={500}
        data-autofocus
        mt="md"
      />
    </ConfirmDialog>
  )
}
