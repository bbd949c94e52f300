import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Glyph } from '../../ui/glyph.tsx'
import { toast } from '../../ui/toast.ts'

interface CopyTextProps {
  text: string
  /** Names the button: "Copy the access token". */
  what: string
}

/** A secret to be copied: selectable, and with a button. */
export function CopyText({ text, what }: CopyTextProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.attention('This browser does not let a page copy. Select the text and copy it by hand.'),
    )
  const Icon = copied ? IconCheck : IconCopy
  return (
    <div className="copy-text">
      <output className="code" aria-label={`The ${what}`}>
        {text}
      </output>
      <Button size="xs" leftSection={<Glyph of={Icon} size={16} />} aria-label={`Copy the ${what}`} onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
