import { Button } from '@mantine/core'
import { trpc } from '../../api/trpc.ts'
import { FRESH, useSaved } from '../../api/use-saved.ts'

/** A label for the shelf where held product lies, 4 by 6 inches. */
export function LabelButton({ holdId, size }: { holdId: number; size?: 'xs' }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useSaved(() => utils.med.readOneHoldLabel.fetch({ holdId }, FRESH), 'application/pdf')
  return (
    <Button {...(size ? { size } : {})} loading={isSaving} onClick={save}>
      Print label
    </Button>
  )
}
