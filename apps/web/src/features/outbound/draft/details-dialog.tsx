import { Button, Textarea, TextInput } from '@mantine/core'
import { purposeOf, type Shipment, shipmentDetails } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../../ui/field/date-field.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { dollarsField, toCents, ValueField } from '../value-field.tsx'

/** Changes the fields that stay editable until a shipment is sent, such as the authorization of a return. */
export function DetailsButton({ shipment }: { shipment: Shipment }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" mt="xs" onClick={() => setOpened(true)}>
        {purposeOf(shipment.purpose).needsRma && shipment.rma === null ? 'Enter the return authorization' : 'Change'}
      </Button>
      {opened && <DetailsDialog shipment={shipment} onClose={() => setOpened(false)} />}
    </>
  )
}

const shape = shipmentDetails.omit({ shipmentId: true, valueCents: true }).extend({ dollars: dollarsField })

function DetailsDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const save = trpc.shipment.updateOne.useMutation({ meta: { quiet: true, touches: ['shipment'], done: 'Saved.' } })
  const { to, ti, asks } = purposeOf(shipment.purpose)
  const form = useZodForm({
    shape,
    initial: {
      purchaseOrder: shipment.purchaseOrder ?? '',
      rma: shipment.rma ?? '',
      contact: shipment.contact ?? '',
      reason: shipment.reason ?? '',
      dueBack: shipment.dueBack ?? '',
      dollars: shipment.valueCents === null ? '' : shipment.valueCents / 100,
    },
    send: ({ dollars, ...values }) => save.mutateAsync({ ...values, valueCents: toCents(dollars), shipmentId: shipment.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title="Edit shipment details" submitLabel="Save" form={form} onClose={onClose}>
      {to === 'partner' && <TextInput label="Their purchase order" {...form.field('purchaseOrder')} />}
      {ti === 'return' && <TextInput label="Return authorization (RMA)" {...form.field('rma')} />}
      {asks.includes('contact') && <TextInput label="Contact at the receiver" {...form.field('contact')} />}
      {asks.includes('dueBack') && (
        <DateField
          label="Due back"
          value={form.values.dueBack ?? ''}
          onChange={(day) => form.set('dueBack', day)}
          error={form.field('dueBack').error}
        />
      )}
      <ValueField {...form.field('dollars')} />
      <Textarea label={asks.includes('reason') ? 'Reason' : 'Note'} autosize minRows={2} {...form.field('reason')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
