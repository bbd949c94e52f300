import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ReasonDialog } from '../../../../ui/dialog/reason-dialog.tsx'

interface ReasonButtonProps {
  label: string
  title: string
  confirmLabel: string
  destructive?: boolean
  /** Text of the dialog, which describes what will happen. */
  children: ReactNode
  onReason: (reason: string) => void
}

/** Button that overrides an objection to the scan. It asks for a reason, which the receipt records. */
export function ReasonButton({ label, onReason, ...dialog }: ReasonButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ReasonDialog
        {...dialog}
        opened={asking}
        onClose={() => setAsking(false)}
        needed
        pending={false}
        onConfirm={(reason) => {
          setAsking(false)
          onReason(reason ?? '')
        }}
      />
    </>
  )
}
