import { Stack, Textarea } from '@mantine/core'
import { toldOtherwise } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { GlnChoice } from '../part/gln-choice.tsx'
import type { Partner } from '../partner-words.ts'

interface ToldOtherwiseProps {
  partner: Partner
  glns: Outputs['tradingPartner']['readManyTold']
  onClose: () => void
}

const shape = toldOtherwise.omit({ tradingPartnerId: true })

/** They were told by phone, or on a form of their own: who and how, as a note. */
export function ToldOtherwise({ partner, glns, onClose }: ToldOtherwiseProps) {
  const note = trpc.tradingPartner.createManyTold.useMutation({ meta: { quiet: true, done: 'Note saved.', touches: ['tradingPartner'] } })
  const form = useZodForm({
    shape,
    initial: { globalLocationNumberIds: glns.filter((gln) => gln.sent === null).map((gln) => gln.globalLocationNumberId), note: '' },
    send: (values) => note.mutateAsync({ ...values, tradingPartnerId: partner.id }),
    refusalOf: toRefusal,
    otherwise: 'note',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} size={560} title="Notified another way" form={form} submitLabel="Save note">
      <Stack gap="md">
        <p>Use this when you gave them the GLNs by phone, on their website or on one of their forms. No email is sent.</p>
        <GlnChoice
          glns={glns}
          chosen={form.values.globalLocationNumberIds}
          onChange={(ids) => form.set('globalLocationNumberIds', ids)}
          fault={form.field('globalLocationNumberIds').error}
        />
        <Textarea label="Whom you notified, and how" placeholder="By phone to Marta Lind" rows={2} data-autofocus {...form.field('note')} />
      </Stack>
    </FormDialog>
  )
}
