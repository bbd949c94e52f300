import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { Glyph } from './glyph.tsx'
import { LinkButton } from './text.tsx'

const look = { display: 'inline-flex', alignItems: 'center', gap: 4, textAlign: 'left', overflowWrap: 'anywhere' } as const

/** A file name that downloads the file when pressed. */
export function FileLink({ name, save }: { name: string; save: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await save().catch(() => undefined) // the query client shows the error
    setBusy(false)
  }
  return (
    <LinkButton style={look} aria-label={`Save ${name}`} disabled={isBusy} onClick={() => void press()}>
      <Glyph of={IconFile} size={14} /> {name}
    </LinkButton>
  )
}
