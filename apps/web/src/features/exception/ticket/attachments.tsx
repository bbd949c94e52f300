import { Group, Stack } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'

/** A list of the files of a ticket or of its emails. */
export function Attachments({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Stack component="ul" gap={4} aria-label={label}>
      {children}
    </Stack>
  )
}

/** One file with its size. */
export function Attachment({ about, children }: { about: string; children: ReactNode }) {
  return (
    <Group component="li" gap="xs" wrap="nowrap" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Glyph of={IconPaperclip} size={16} /> {children} <SubText>{about}</SubText>
    </Group>
  )
}
