import { Box } from '@mantine/core'
import { Card } from '../../../ui/layout/card.tsx'

export function Fetching() {
  return (
    <Card>
      <Box component="p" p="md" c="var(--ink-2)" role="status">
        Fetching Document Data . . .
      </Box>
    </Card>
  )
}
