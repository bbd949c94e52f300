import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../layout/card.tsx'
import { type Fact, Facts } from './facts.tsx'

/** A card with a list of facts; `children` follow below the list. */
export function FactsCard({ facts, children }: { facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <Card>
      <Box px="md" py={3} style={{ overflowWrap: 'anywhere' }}>
        <Facts facts={facts} />
      </Box>
      {children}
    </Card>
  )
}
