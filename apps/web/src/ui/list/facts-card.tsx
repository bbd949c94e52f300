import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../layout/card.tsx'
import { type Fact, Facts } from './facts.tsx'

/** A list of facts in its own card. */
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
