import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { formatAmount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'

type Target = Inputs['med']['createOneHold']['target']

interface HoldDialogProps {
  opened: boolean
  onClose: () => void
  target: Target | undefined
  /** The held item: `serial 10K7…`. */
  name: ReactNode
  onDone?: () => void
  /** If true, the page itself shows that the item is now on hold, so the dialog shows no message about it. */
  isShown?: boolean
}

const leftWords = (left: number) => `${formatAmount(left, 'package')} of this hold had already left with a shipment. Tell the receiver.`

/** Dialog that asks for a reason, which everybody will see, and puts `target` into quarantine. */
export function HoldDialog({ opened, onClose, target, name, onDone, isShown }: HoldDialogProps) {
  const place = useDialogMutation(
    trpc.med.createOneHold.useMutation({ meta: { ...(isShown ? {} : { done: 'On hold.' }), touches: ['med', 'order', 'finder'] } }),
    ({ left }) => {
      if (left > 0) toast.attention(leftWords(left))
      onClose()
      onDone?.()
    },
  )
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Put on hold"
      confirmLabel="Put on hold"
      needed
      pending={place.isPending}
      onConfirm={(reason) => target && void place.submit({ target, reason: reason ?? '' })}
    >
      <p>{name} goes into quarantine and cannot be received or sent until a location admin releases it. Keep it apart on the shelf too.</p>
    </ReasonDialog>
  )
}

export function HoldButton({
  target,
  name,
  label = 'Put on hold…',
  ...rest
}: Omit<HoldDialogProps, 'opened' | 'onClose'> & { label?: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button leftSection={<Glyph of={IconHandStop} size={16} />} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <HoldDialog opened={asking} onClose={() => setAsking(false)} target={target} name={name} {...rest} />
    </>
  )
}
