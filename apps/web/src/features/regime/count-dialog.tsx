import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type HeadCount, newHeadCount, writeFullName, writeFullTime } from '@seriatim/schema'
import { z } from 'zod'
import { toRefusal } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { localDay } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { RegimeDay, RegimeDialog } from './regime-dialog.tsx'

const shape = newHeadCount.extend({
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'Enter a whole number.')
    .transform(Number)
    .pipe(newHeadCount.shape.amount),
})

/** Adds a head count, as a draft or attested. Earlier counts stay. */
export function CountDialog({ newest, onClose }: { newest: HeadCount | undefined; onClose: () => void }) {
  const { user } = useSession() ?? {}
  const add = trpc.regime.createOneHeadCount.useMutation({ meta: { quiet: true, touches: ['regime'], done: 'Head count saved.' } })
  const form = useZodForm({
    shape,
    initial: {
      amount: newest ? String(newest.amount) : '',
      asOf: localDay(new Date()),
      basis: newest?.basis ?? '',
      isAttested: false,
      nextReview: '',
    },
    send: (values) => add.mutateAsync(values),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const { isAttested, asOf, nextReview } = form.values
  return (
    <RegimeDialog title="Count employees" submitLabel={isAttested ? 'Attest' : 'Save as a draft'} form={form} onClose={onClose}>
      <Muted>{writeFullTime()}</Muted>
      <AutoGrid>
        <TextInput label="Employees" inputMode="numeric" autoComplete="off" data-autofocus {...form.field('amount')} />
        <RegimeDay label="As of" value={asOf} error={form.field('asOf').error} onChange={(day) => form.set('asOf', day)} />
      </AutoGrid>
      <Textarea
        label="How you counted"
        placeholder="November payroll report, hours for the last 12 months"
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('basis')}
      />
      <RegimeDay
        label="Next review (optional)"
        placeholder="No review"
        value={nextReview}
        error={form.field('nextReview').error}
        notBefore={asOf}
        onChange={(day) => form.set('nextReview', day)}
      />
      <Checkbox
        label={`I, ${user ? writeFullName(user) : 'the signed-in person'}, attest that this number is correct`}
        description="Without this attestation, the count is a draft. An attested count is never changed; a new one replaces it."
        {...form.field('isAttested', 'checkbox')}
      />
    </RegimeDialog>
  )
}
