import { Box } from '@mantine/core'
import { StandingWords } from '../../shell/standing-note.tsx'
import { Note } from '../../ui/layout/note.tsx'
import type { Overview } from './cart/shop.ts'

/** What must be known before anything else: nothing is sold here, or no plan is active and until when that is no stop. */
export function PlanNote({ overview: { isBillingOn, isActive, graceUntil }, isShop }: { overview: Overview; isShop?: boolean }) {
  if (isBillingOn) return isActive || graceUntil === null ? null : <StandingWords graceUntil={graceUntil} way={isShop ? 'none' : 'link'} />
  return (
    <Box mb="md">
      <Note meaning="info" title="Billing is turned off here">
        Everything is included, and nothing is for sale.
      </Note>
    </Box>
  )
}
