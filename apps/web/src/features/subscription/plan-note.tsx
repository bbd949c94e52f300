import { Box } from '@mantine/core'
import { StandingWords } from '../../shell/standing-note.tsx'
import { Note } from '../../ui/layout/note.tsx'
import type { Overview } from './cart/shop.ts'

/** Says that billing is turned off, or that no plan is active and until when records can still be added. */
export function PlanNote({ overview: { isBillingOn, isActive, graceUntil }, isShop }: { overview: Overview; isShop?: boolean }) {
  if (isBillingOn) return isActive || graceUntil === null ? null : <StandingWords graceUntil={graceUntil} way={isShop ? 'none' : 'link'} />
  return (
    <Box mb="md">
      <Note meaning="info" title="Billing is turned off here">
        All features are included, and there is nothing to buy.
      </Note>
    </Box>
  )
}
