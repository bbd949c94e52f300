import { Box, Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { FINDING_KINDS, newFinding } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField, isUnread, stopAtUnread } from '../../ui/field/date-field.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { localDay } from '../../ui/text/format.ts'

const shape = newFinding.omit({ investigationId: true })
const kinds = Object.entries(FINDING_KINDS).map(([value, label]) => ({ value, label }))

/** Records one finding: what was checked, when, and the result. */
export function FindingForm({ investigationId }: { investigationId: number }) {
  const record = trpc.investigation.createOneFinding.useMutation({
    meta: { done: 'Finding recorded.', touches: ['investigation', 'med'], quiet: true },
  })
  const form = useZodForm({
    shape,
    initial: { kind: 'history' as const, foundOn: localDay(new Date()), words: '' },
    send: (values) => record.mutateAsync({ investigationId, ...values }),
    refusalOf: toRefusal,
    next: (sent) => ({ ...sent, words: '' }),
    leaveWords: 'The finding that you typed has not been recorded.',
  })
  const { value: foundOn, error } = form.field('foundOn')
  return (
    <form
      aria-label="New finding"
      noValidate
      onSubmit={(event) => {
        if (stopAtUnread(event.currentTarget)) event.preventDefault()
        else void form.onSubmit(event)
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <Box flex="1 1 220px">
            <NativeSelect label="What you checked" data={kinds} {...form.field('kind')} />
          </Box>
          <Box flex="0 1 180px">
            <DateField
              label="Found on"
              placeholder="MM/DD/YYYY"
              value={String(foundOn)}
              onChange={(day) => form.set('foundOn', day)}
              error={isUnread(String(foundOn)) ? undefined : typeof error === 'string' ? error : undefined}
            />
          </Box>
        </Group>
        <Textarea label="What you found" autosize minRows={3} maxRows={12} maxLength={5000} {...form.field('words')} />
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <Group justify="space-between" gap="sm">
          <Box component="p" c="var(--ink-2)" flex="1 1 220px">
            Findings can't be edited or deleted.
          </Box>
          <Button type="submit" loading={form.isBusy}>
            Record this finding
          </Button>
        </Group>
      </Stack>
      {form.question}
    </form>
  )
}
