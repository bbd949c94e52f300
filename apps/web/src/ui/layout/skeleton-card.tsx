import { Stack } from '@mantine/core'
import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

const WIDTHS = [220, 180, 260, 200, 240, 190]

/** Placeholder for a page or a part of it. */
export const SkeletonCard = () => (
  <Card busy>
    <Stack gap="md" p="md">
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Stack>
  </Card>
)
