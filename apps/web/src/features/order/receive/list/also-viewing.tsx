import { Group, Text } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { IconUsers } from '@tabler/icons-react'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { usePresence } from '../use/use-presence.ts'

/** Other people who have this order open; renders nothing if there are none. */
export function AlsoViewing({ documentId }: { documentId: number }) {
  const others = usePresence(documentId)
  const names = others.map(writeFullName)
  const shown = names.length > 2 ? `${names[0]} and ${names.length - 1} others` : names.join(' and ')
  return (
    <Group component="span" gap={4} wrap="nowrap" miw={0} c="var(--ink-2)" role="status" title={names.join(', ')}>
      {names.length > 0 && (
        <>
          <Glyph of={IconUsers} size={16} />
          <Text span inherit truncate>
            <b>{shown}</b> {names.length === 1 ? 'has' : 'have'} this order open too
          </Text>
        </>
      )}
    </Group>
  )
}
