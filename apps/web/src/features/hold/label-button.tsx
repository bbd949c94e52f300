import { Button } from '@mantine/core'
import { FRESH, useSaved } from '../../api/session/use-saved.ts'
import { trpc } from '../../api/trpc.ts'

/** A label for the shelf where held product lies, 4 by 6 inches. */
export function LabelButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useSaved(() => utils.med.readOneHoldLabel.fetch({ holdId }, FRESH), 'application/pdf')
  return (
    <Button size={size} loading={isSaving} onClick={save}>
      Print label
    </Button>
  )
}
