import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { formatAmount, type Shipment, shipmentBackForm } from '@seriatim/schema'
import { IconPackageImport } from '@tabler/icons-react'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { Muted } from '../../../ui/text/text.tsx'

/** Opens a dialog that records which packages of a shipment the receiver has returned without sending a file for the return. */
export function BackButton({ shipment }: { shipment: Shipment }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<Glyph of={IconPackageImport} size={16} />} onClick={() => setOpened(true)}>
        Packages came back
      </Button>
      {opened && <BackDialog shipment={shipment} onClose={() => setOpened(false)} />}
    </>
  )
}

function BackDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { mutateAsync } = trpc.shipment.updateOneBack.useMutation({
    meta: { quiet: true, touches: ['shipment', 'med', 'finder'], done: 'Recorded. The packages are in stock again.' },
  })
  const form = useZodForm({
    shape: shipmentBackForm,
    initial: { all: false, codes: '', reason: '' },
    send: (values) => mutateAsync({ ...values, shipmentId: shipment.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const out = formatAmount(shipment.meds - shipment.back, 'package')
  return (
    <FormDialog opened title="Which packages came back?" submitLabel="Put back into stock" form={form} onClose={onClose}>
      <Stack gap="sm">
        <Muted>
          If {shipment.toName} sends a file for the return, receive the packages from that file instead. If there is no file, check each
          package before you put it back.
        </Muted>
        <Textarea
          label="Packages"
          description="Scan each package or case, or type one serial number on each line."
          rows={4}
          data-autofocus
          {...form.field('codes')}
          disabled={form.values.all}
        />
        <Checkbox
          label={`Everything that has not come back yet (${out})`}
          checked={form.values.all}
          onChange={({ currentTarget: { checked } }) => form.set('all', checked)}
        />
        <Textarea label="Reason" rows={2} maxLength={500} {...form.field('reason')} />
      </Stack>
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
