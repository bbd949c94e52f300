import { Stack, Textarea, TextInput } from '@mantine/core'
import { glnMail } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { GlnChoice } from '../part/gln-choice.tsx'
import type { Partner } from '../partner-words.ts'

interface SendGlnsProps {
  partner: Partner
  glns: Outputs['tradingPartner']['readManySentGlns']
  onClose: () => void
}

const shape = glnMail.omit({ tradingPartnerId: true })

/** Prepared email that sends our GLNs with their addresses and asks for EPCIS data. */
export function SendGlns({ partner, glns, onClose }: SendGlnsProps) {
  const send = trpc.tradingPartner.createOneGlnMail.useMutation({
    meta: { quiet: true, done: 'The GLNs are on their way.', touches: ['tradingPartner'] },
  })
  const email = partner.contacts.flatMap((contact) => contact.contactDetails).find((detail) => detail.contactType === 'email')
  const form = useZodForm({
    shape,
    initial: {
      to: email?.contactDetail ?? '',
      globalLocationNumberIds: glns.filter((gln) => gln.confirmedAt === null).map((gln) => gln.globalLocationNumberId),
      note: '',
    },
    send: (values) => send.mutateAsync({ ...values, tradingPartnerId: partner.id }),
    refusalOf: toRefusal,
    otherwise: 'to',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} size={560} title="Send our GLNs" form={form} submitLabel="Send by email">
      <Stack gap="md">
        <p>
          The email lists the GLNs with their addresses and asks for EPCIS 1.2 data (GS1 US guideline R1.2 or later). Replies go to your
          email address.
        </p>
        <TextInput label="To" type="text" inputMode="email" autoComplete="off" data-autofocus {...form.field('to')} />
        <GlnChoice
          glns={glns}
          chosen={form.values.globalLocationNumberIds}
          onChange={(ids) => form.set('globalLocationNumberIds', ids)}
          fault={form.field('globalLocationNumberIds').error}
        />
        <Textarea label="Note (optional)" rows={3} {...form.field('note')} value={form.values.note ?? ''} />
      </Stack>
    </FormDialog>
  )
}
