import { Box, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Glyph } from '../../ui/text/glyph.tsx'

/** A list of benefits, each with a check mark. */
export function Checks({ lines }: { lines: readonly string[] }) {
  return (
    <Stack component="ul" gap={4}>
      {lines.map((line) => (
        <Group component="li" key={line} gap="xs" align="flex-start" wrap="nowrap">
          <Box pt={2} c="var(--done-text)">
            <Glyph of={IconCheck} size={16} />
          </Box>
          <span>{line}</span>
        </Group>
      ))}
    </Stack>
  )
}
