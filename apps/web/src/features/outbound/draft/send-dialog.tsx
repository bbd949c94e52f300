import { Checkbox, TextInput } from '@mantine/core'
import { formatAmount, purposeOf, SHIPMENT_PURPOSES, type Shipment, shipmentSend } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Facts } from '../../../ui/list/facts.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { factsOf } from '../shipment-facts.ts'
import { StandingNote } from '../standing-note.tsx'

/** The last look before packages leave. */
export function SendDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const send = trpc.shipment.updateOneSend.useMutation({
    meta: { quiet: true, touches: ['shipment', 'med'], done: 'Sent. The documents are being made.' },
  })
  const form = useZodForm({
    shape: shipmentSend.omit({ shipmentId: true }),
    initial: { mailTo: shipment.mailTo, deliver: shipment.deliverFirst, acceptUnknownLicense: false },
    send: (values) => send.mutateAsync({ ...values, shipmentId: shipment.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const { standing, meds, purpose, toName } = shipment
  const isUnknown = standing?.standing === 'unknown'
  return (
    <FormDialog
      opened
      title={`Send ${formatAmount(meds, 'package')} to ${toName}?`}
      submitLabel={`Send ${formatAmount(meds, 'package')}`}
      form={form}
      disabled={standing?.standing === 'refused' || (isUnknown && !form.values.acceptUnknownLicense)}
      onClose={onClose}
    >
      <Muted>{SHIPMENT_PURPOSES[purpose].needs}</Muted>
      <StandingNote shipment={shipment} />
      <Facts facts={factsOf(shipment)} />
      {purposeOf(purpose).to === 'partner' && (
        <TextInput
          label="Email the documents to"
          description="A link that works without an account. Leave it empty to hand them over yourself."
          {...form.field('mailTo')}
        />
      )}
      {shipment.endpoint?.isReady && (
        <Checkbox
          label={`Send the EPCIS document to their endpoint (${shipment.endpoint.words})`}
          checked={form.values.deliver}
          onChange={({ currentTarget: { checked } }) => form.set('deliver', checked)}
        />
      )}
      {isUnknown && (
        <Checkbox
          label="I verified that this partner is authorized, and will add its license"
          checked={form.values.acceptUnknownLicense}
          onChange={({ currentTarget: { checked } }) => form.set('acceptUnknownLicense', checked)}
        />
      )}
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
