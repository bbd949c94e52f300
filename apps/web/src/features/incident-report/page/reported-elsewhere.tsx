import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { DateField, isUnread, stopAtUnread } from '../../../ui/field/date-field.tsx'
import { Note } from '../../../ui/layout/note.tsx'

interface ReportedElsewhereProps {
  opened: boolean
  onClose: () => void
  incidentId: number
}

const NOTHING = { day: '', time: '', reference: '' }

/** Dialog that records a report made outside Seriatim: its date and time, and the FDA's reference. The fields start empty. */
export function ReportedElsewhere({ opened, onClose, incidentId }: ReportedElsewhereProps) {
  const [typed, setTyped] = useState(NOTHING)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    setTyped(NOTHING)
  }
  const record = useDialogMutation(
    trpc.incidentReport.updateNotificationById.useMutation({
      meta: { done: 'Report recorded.', touches: ['incidentReport'], quiet: true },
    }),
    onClose,
  )
  // Builds on the previous state, because leaving one field and typing in the next may change both fields in one update.
  const change = (next: Partial<typeof NOTHING>) => setTyped((before) => ({ ...before, ...next }))
  const refusal = record.error ? toRefusal(record.error) : undefined
  const isWhole = typed.day !== '' && !isUnread(typed.day) && typed.time !== ''
  return (
    <Dialog
      opened={opened}
      onClose={record.isPending ? () => undefined : onClose}
      title="Reported outside Seriatim"
      stays={{ atClick: true, atEscape: false }}
      onSubmit={(event) => {
        event.preventDefault()
        if (stopAtUnread(event.currentTarget) || !isWhole) return
        void record.submit({ incidentId, who: 'fda', how: 'told', ...typed })
      }}
      foot={
        <>
          <Button onClick={onClose} disabled={record.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={record.isPending} disabled={typed.day === '' || typed.time === ''}>
            Record this report
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>
          Use this if you sent the first report yourself, for example on the FDA’s 3911 platform. Your name and the time of this entry are
          recorded too.
        </p>
        <Group gap="sm" align="flex-start">
          <DateField
            label="Reported on"
            placeholder="MM/DD/YYYY"
            value={typed.day}
            onChange={(day) => change({ day })}
            error={refusal?.field === 'day' ? refusal.sentence : undefined}
            required
          />
          <TextInput
            label="Time"
            type="time"
            value={typed.time}
            onChange={(event) => change({ time: event.currentTarget.value })}
            required
            withAsterisk={false}
          />
        </Group>
        <TextInput
          label="Reference"
          description="What the FDA gave you: a confirmation number, or the name of the person you spoke with."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed.reference}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ reference: event.currentTarget.value })}
        />
        {refusal && refusal.field !== 'day' && <Note meaning="stop" alert title={refusal.sentence} />}
      </Stack>
    </Dialog>
  )
}
