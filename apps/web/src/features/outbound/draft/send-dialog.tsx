import { Checkbox, Stack, TextInput } from '@mantine/core'
import { formatAmount, purposeOf, SHIPMENT_PURPOSES, type Shipment, type ShipmentStopped, shipmentSend } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Facts } from '../../../ui/list/facts.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { factsOf } from '../shipment-facts.ts'
import { StandingNote } from '../standing-note.tsx'
import { AcceptWarnings, readStopped } from './accept-warnings.tsx'

/** The final review before packages leave. */
export function SendDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const send = trpc.shipment.updateOneSend.useMutation({
    meta: { quiet: true, touches: ['shipment', 'med'], done: 'Sent. The documents are being created.' },
  })
  const ask = trpc.shipment.updateOneAsk.useMutation({ meta: { quiet: true, touches: ['shipment'], done: 'The request was sent.' } })
  const { isNeeded } = shipment.approval
  const [stop, setStop] = useState<ShipmentStopped>()
  const [isAccepted, setAccepted] = useState(false)
  const form = useZodForm({
    shape: shipmentSend.omit({ shipmentId: true }),
    initial: { mailTo: shipment.mailTo, deliver: shipment.deliverFirst, acceptUnknownLicense: false, labelsChecked: false },
    send: (values) => {
      setAccepted(false)
      setStop(undefined)
      return (isNeeded ? ask : send).mutateAsync({ ...values, shipmentId: shipment.id })
    },
    refusalOf: (error) => {
      setStop(readStopped(error))
      return toRefusal(error)
    },
    onSent: onClose,
  })
  const { standing, meds, purpose, toName } = shipment
  const packages = formatAmount(meds, 'package')
  const { to, checksLabels } = purposeOf(purpose)
  const isUnknown = standing?.standing === 'unknown'
  return (
    <FormDialog
      opened
      title={isNeeded ? `Ask to send ${packages} to ${toName}?` : `Send ${packages} to ${toName}?`}
      submitLabel={isNeeded ? 'Ask for approval' : `Send ${packages}`}
      form={form}
      disabled={
        standing?.standing === 'refused' || (isUnknown && !form.values.acceptUnknownLicense) || (checksLabels && !form.values.labelsChecked)
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Muted>{SHIPMENT_PURPOSES[purpose].needs}</Muted>
        <StandingNote shipment={shipment} />
        <Facts facts={factsOf(shipment)} />
        {to === 'partner' && (
          <TextInput
            label="Email the documents to"
            description="The email has a link that works without an account. To hand over the documents yourself, leave this field empty."
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
        {checksLabels && (
          <Checkbox
            label="I checked every package: each label is legible, and each package is unopened and undamaged"
            checked={form.values.labelsChecked}
            onChange={({ currentTarget: { checked } }) => form.set('labelsChecked', checked)}
          />
        )}
        {isUnknown && (
          <Checkbox
            label="I verified that this partner is authorized, and will add its license"
            checked={form.values.acceptUnknownLicense}
            onChange={({ currentTarget: { checked } }) => form.set('acceptUnknownLicense', checked)}
          />
        )}
      </Stack>
      {!stop && form.sentence && <FormError>{form.sentence}</FormError>}
      {stop && !isAccepted && <AcceptWarnings shipmentId={shipment.id} {...stop} onAccepted={() => setAccepted(true)} />}
    </FormDialog>
  )
}
