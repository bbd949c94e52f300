import { Box, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Note } from '../../../ui/layout/note.tsx'
import { formatTime } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import type { IncidentFormState } from './machine/use-incident-form.ts'

/** Shows whether the draft is saved. */
export function Saving({ state: { saving, conflict } }: { state: IncidentFormState }) {
  const { failed, savedAt } = saving
  return (
    <Box component="span" flex="1 1 260px" c="var(--ink-2)" role="status">
      {conflict ? (
        'Not saved.'
      ) : failed ? (
        <IconText of={IconAlertTriangle} meaning="attention">
          {failed.sentence ? `Not saved: ${failed.sentence}` : 'Not saved, trying again.'}
        </IconText>
      ) : (
        `${savedAt ? `Draft saved ${formatTime(savedAt)}. ` : ''}Preview does not send the report. You confirm sending on the next screen.`
      )}
    </Box>
  )
}

/** Two people edited the same draft: nothing is saved until one version is chosen. */
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
        <Group gap="xs">
          <Button size="xs" loading={pending === 'theirs'} onClick={() => void choose('theirs')}>
            Load their version
          </Button>
          <Button size="xs" loading={pending === 'mine'} onClick={() => void choose('mine')}>
            Save my version as a new draft
          </Button>
        </Group>
      }
    >
      {conflict} Nothing you type here is saved until you choose a version.
    </Note>
  )
}
