import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatTime } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Note } from '../../ui/note.tsx'
import type { IncidentFormState } from './use-incident-form.ts'

/** How it stands with the draft. */
export function Saving({ state: { saving, conflict } }: { state: IncidentFormState }) {
  const { failed, savedAt } = saving
  return (
    <span className="grow muted" role="status">
      {conflict ? (
        'Not saved.'
      ) : failed ? (
        <span className="attention incident-unsaved">
          <Glyph of={IconAlertTriangle} size={16} />
          {failed.sentence ? `Not saved: ${failed.sentence}` : 'Not saved, trying again.'}
        </span>
      ) : (
        `${savedAt ? `Draft saved ${formatTime(savedAt)}. ` : ''}Preview sends nothing. You confirm it on the next screen.`
      )}
    </span>
  )
}

/** Two people wrote in one draft: nothing is saved until one of the two is chosen. */
export function Conflict({ state: { conflict, loadTheirs, saveMine } }: { state: IncidentFormState }) {
  const [pending, setPending] = useState<'theirs' | 'mine'>()
  const choose = async (which: 'theirs' | 'mine') => {
    setPending(which)
    await (which === 'theirs' ? loadTheirs() : saveMine())
    setPending(undefined)
  }
  return (
    <Note
      meaning="attention"
      title="Someone else changed this draft"
      alert
      action={
        <>
          <Button size="xs" loading={pending === 'theirs'} onClick={() => void choose('theirs')}>
            Load theirs
          </Button>
          <Button size="xs" loading={pending === 'mine'} onClick={() => void choose('mine')}>
            Save mine as a new draft
          </Button>
        </>
      }
    >
      {conflict} What you type here is not saved until you choose.
    </Note>
  )
}
