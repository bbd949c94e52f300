import { Button, Stack, TextInput } from '@mantine/core'
import { exceptionSettings } from '@seriatim/schema'
import { z } from 'zod'
import { toRefusal } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Failed } from '../../ui/page/loaded.tsx'

const narrow = { input: { width: 96 } }
const WORDS = 'Enter a whole number from 1 to 60.'
const typed = (field: 'dueDays' | 'remindDays') =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, WORDS)
    .transform(Number)
    .refine((days) => exceptionSettings.shape[field].safeParse(days).success, WORDS)
const written = z.object({ dueDays: typed('dueDays'), remindDays: typed('remindDays') })

/** Number of days until a ticket is due and until a partner is reminded, for the whole customer. */
export function TicketDays() {
  const settings = trpc.documentException.readSettings.useQuery()
  return (
    <Card title="Document exceptions" aside="For everyone in your organization">
      <CardBody>
        {settings.isError ? (
          <Failed query={settings} subject="These settings" meaning="Your saved settings are safe." />
        ) : (
          // Reserves the space while loading, so that nothing below moves.
          <DaysForm saved={settings.data} />
        )}
      </CardBody>
    </Card>
  )
}

function DaysForm({ saved }: { saved: Outputs['documentException']['readSettings'] | undefined }) {
  const save = trpc.documentException.updateSettings.useMutation({
    meta: { done: 'The settings were saved.', touches: ['documentException'], quiet: true },
  })
  const form = useZodForm({
    shape: written,
    initial: { dueDays: String(saved?.dueDays ?? ''), remindDays: String(saved?.remindDays ?? '') },
    send: (days) => save.mutateAsync(days),
    refusalOf: toRefusal,
    next: (days) => days,
    leaveWords: 'The settings have not been saved.',
  })
  return (
    <form aria-label="Document exceptions" onSubmit={form.onSubmit} noValidate>
      <Stack gap="md" align="flex-start">
        <TextInput
          label="Business days until a new ticket is due"
          description="Weekends and federal holidays do not count. Tickets that are already open keep their due date."
          inputMode="numeric"
          maxLength={2}
          styles={narrow}
          disabled={!saved}
          {...form.field('dueDays')}
        />
        <TextInput
          label="Business days until a partner is reminded"
          description="One reminder for each ticket, if nobody has replied by then."
          inputMode="numeric"
          maxLength={2}
          styles={narrow}
          disabled={!saved}
          {...form.field('remindDays')}
        />
        {form.sentence && <FormError>{form.sentence}</FormError>}
        <Button type="submit" loading={form.isBusy}>
          Save
        </Button>
        {form.question}
      </Stack>
    </form>
  )
}
