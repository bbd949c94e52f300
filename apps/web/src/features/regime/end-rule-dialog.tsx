import { type OwnRule, ownRuleEnd } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { RegimeDay, RegimeDialog } from './regime-dialog.tsx'

interface EndRuleDialogProps {
  rule: OwnRule
  day: string
  onClose: () => void
}

/** Ends a contract rule; it stays in the list under Ended. */
export function EndRuleDialog({ rule, day, onClose }: EndRuleDialogProps) {
  const end = trpc.regime.updateOneRuleEnd.useMutation({ meta: { quiet: true, touches: ['regime'], done: 'Rule ended.' } })
  const form = useZodForm({
    shape: ownRuleEnd.omit({ ruleId: true }),
    initial: { endedOn: day > rule.from ? day : rule.from },
    send: ({ endedOn }) => end.mutateAsync({ ruleId: rule.id, endedOn }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <RegimeDialog title="End this rule" submitLabel="End the rule" form={form} onClose={onClose}>
      <p>
        "{rule.duty}" ({rule.source}) stays in the list and moves to Ended after its last day. This cannot be undone.
      </p>
      <RegimeDay
        label="Last day"
        value={form.values.endedOn}
        error={form.field('endedOn').error}
        notBefore={rule.from}
        onChange={(value) => form.set('endedOn', value)}
      />
    </RegimeDialog>
  )
}
