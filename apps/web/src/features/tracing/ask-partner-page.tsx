import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { newTracingAsk, TRACING_BASES, TRACING_WISHES, type TracingItem } from '@seriatim/schema'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField } from '../../ui/field/date-field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { addDays, localDay } from '../../ui/text/format.ts'
import { ItemsField } from './items-field.tsx'
import { choicesOf, useTracingStart } from './use-tracing-start.ts'

const shape = newTracingAsk.omit({ items: true, origin: true, tradingPartnerId: true, locationId: true }).extend({
  tradingPartnerId: z.string().min(1, 'Choose the partner.'),
  locationId: z.string(),
})
const LETTER = [
  'We need to know where the attached packages came from before you sold them to us.',
  'Please send the transaction information and statement for the previous transaction, and the previous owner’s name and contact details.',
].join('\n')

/** Asks a trading partner by email about packages from its orders. */
export default function AskPartnerPage() {
  const { start, origin } = useTracingStart()
  const choices = trpc.tracing.readOneChoices.useQuery()
  const [items, setItems] = useState<readonly TracingItem[]>([])
  const [missing, setMissing] = useState(false)
  const [, navigate] = useLocation()
  const send = trpc.tracing.createOneAsk.useMutation({
    meta: { quiet: true, touches: ['tracing'], done: 'The request is on its way.' },
    onSuccess: ({ id }) => id !== null && navigate(`/tracing/${id}`),
  })
  const form = useZodForm({
    shape,
    initial: {
      tradingPartnerId: '',
      to: '',
      basis: 'suspect',
      wish: 'lastOwner',
      dueOn: addDays(localDay(new Date()), 3),
      text: LETTER,
      locationId: '',
    },
    send: async ({ tradingPartnerId, locationId, ...values }) => {
      setMissing(items.length === 0)
      if (items.length === 0) return undefined
      return send.mutateAsync({
        ...values,
        tradingPartnerId: Number(tradingPartnerId),
        locationId: locationId ? Number(locationId) : null,
        items: [...items],
        origin,
      })
    },
    refusalOf: toRefusal,
  })
  useEffect(() => {
    if (start.data) setItems(start.data.items)
  }, [start.data])
  return (
    <Page
      title="Ask a partner"
      crumbs={[{ label: 'Tracing Requests', href: '/tracing' }, { label: 'Ask a partner' }]}
      lede="Your records go back only to your own purchase. Your partner knows who had the packages before that."
    >
      <Loaded
        query={choices}
        subject="Your partners"
        sentence={findServerSentence(choices.error)}
        safe="Your records are safe"
        waiting={<SkeletonCard />}
      >
        {({ partners, locations }) => (
          <form onSubmit={form.onSubmit} noValidate>
            <Stack gap="xl">
              <Card label="The request">
                <CardBody>
                  <AutoGrid least={300}>
                    <NativeSelect
                      label="Partner"
                      data={[{ value: '', label: 'Choose' }, ...partners.map(({ id, name }) => ({ value: String(id), label: name }))]}
                      value={form.values.tradingPartnerId}
                      error={form.field('tradingPartnerId').error}
                      onChange={({ currentTarget: { value } }) => {
                        form.set('tradingPartnerId', value)
                        const partner = partners.find(({ id }) => String(id) === value)
                        if (partner?.emailAddress) form.set('to', partner.emailAddress)
                      }}
                    />
                    <TextInput label="To" {...form.field('to')} />
                    <NativeSelect label="Reason" data={choicesOf(TRACING_BASES)} {...form.field('basis')} />
                    <NativeSelect label="You want" data={choicesOf(TRACING_WISHES)} {...form.field('wish')} />
                    <DateField
                      label="You need it by"
                      value={form.values.dueOn}
                      onChange={(day) => form.set('dueOn', day)}
                      error={form.field('dueOn').error}
                    />
                    <NativeSelect
                      label="Location"
                      data={[
                        { value: '', label: 'The whole company' },
                        ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
                      ]}
                      {...form.field('locationId')}
                    />
                  </AutoGrid>
                  <Textarea label="Message" autosize minRows={4} mt="sm" {...form.field('text')} />
                </CardBody>
              </Card>
              <ItemsField
                items={items}
                onItems={setItems}
                error={missing ? 'Enter what you are asking about, and add it to the list.' : undefined}
              />
              {form.sentence && <FormError>{form.sentence}</FormError>}
              <div>
                <Button type="submit" variant="filled" loading={form.isBusy}>
                  Send the request
                </Button>
              </div>
            </Stack>
          </form>
        )}
      </Loaded>
    </Page>
  )
}
