import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { purposeOf, type ShipmentChoices, type ShipmentPurpose } from '@seriatim/schema'
import { findServerSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { DateField } from '../../../ui/field/date-field.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { SkeletonCard } from '../../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ValueField } from '../value-field.tsx'
import { PurposeChoice } from './purpose-choice.tsx'
import { FromFields, ToLocationFields, ToPartnerFields } from './shipment-fields.tsx'
import { useShipmentForm } from './use-shipment-form.ts'

/** Begins a shipment: why packages leave, who gets them and where they go. Scanning comes next. */
export default function NewShipmentPage() {
  const choices = trpc.shipment.readOneChoices.useQuery()
  return (
    <Page
      title="Send packages"
      crumbs={[{ label: 'Shipments', href: '/outbound' }, { label: 'Send packages' }]}
      lede="Choose the purpose and the receiver, then scan the packages. Nothing leaves until you press Send."
    >
      <Loaded
        query={choices}
        subject="Your partners"
        sentence={findServerSentence(choices.error)}
        safe="Your records are safe"
        waiting={<SkeletonCard />}
      >
        {(data) => <ShipmentForm choices={data} />}
      </Loaded>
    </Page>
  )
}

function ShipmentForm({ choices }: { choices: ShipmentChoices }) {
  const form = useShipmentForm(choices)
  const { set, values } = form
  const { to, ti, asks, needsRma } = purposeOf(values.purpose)
  const asksFor = (field: (typeof asks)[number]) => asks.includes(field)
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="xl">
        <PurposeChoice value={values.purpose} onChange={(purpose: ShipmentPurpose) => set('purpose', purpose)} />
        <Card title={to === 'location' ? 'Receiving location' : 'Receiver'}>
          <CardBody>
            {to === 'location' ? <ToLocationFields form={form} choices={choices} /> : <ToPartnerFields form={form} choices={choices} />}
          </CardBody>
        </Card>
        <Card title="From">
          <CardBody>
            <FromFields form={form} choices={choices} />
          </CardBody>
        </Card>
        <Card title="About this transfer">
          <CardBody>
            {to === 'partner' && (
              <AutoGrid least={300}>
                <TextInput label="Their purchase order" {...form.field('purchaseOrder')} />
                {ti === 'return' && (
                  <TextInput
                    label="Return authorization (RMA)"
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    description={needsRma ? 'If the partner has not given you the number yet, enter it later, before you send.' : undefined}
                    {...form.field('rma')}
                  />
                )}
                {asksFor('contact') && <TextInput label="Contact at the receiver" required {...form.field('contact')} />}
                {asksFor('dueBack') && (
                  <DateField
                    label="Due back"
                    value={values.dueBack}
                    onChange={(day) => set('dueBack', day)}
                    error={form.field('dueBack').error}
                  />
                )}
                <ValueField {...form.field('dollars')} />
              </AutoGrid>
            )}
            <Textarea
              label={asksFor('reason') ? 'Reason' : 'Note'}
              required={asksFor('reason')}
              autosize
              minRows={2}
              mt="sm"
              {...form.field('reason')}
            />
          </CardBody>
        </Card>
        {form.sentence && <FormError>{form.sentence}</FormError>}
        <div>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            Next: scan the packages
          </Button>
        </div>
      </Stack>
    </form>
  )
}
