import { Box, Button, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface CopyTextProps {
  text: string
  /** Completes the button's name: "Copy the access token". */
  what: string
}

/** A secret that can be selected or copied with a button. */
export function CopyText({ text, what }: CopyTextProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.attention('This browser does not allow a page to copy. Select the text and copy it yourself.'),
    )
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" px="sm" py="xs" bd="1px solid var(--edge)" bdrs="md">
      <Box
        component="output"
        ff="monospace"
        fz={13}
        miw={0}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        aria-label={`The ${what}`}
      >
        {text}
      </Box>
      <Button size="xs" leftSection={<Glyph of={Icon} size={16} />} aria-label={`Copy the ${what}`} onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Group>
  )
}
