import { NumberInput } from '@mantine/core'
import { dispensedYear, formatCount, type ShipmentLimits, TRANSFER_LIMIT } from '@seriatim/schema'
import { useState } from 'react'
import { z } from 'zod'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Facts } from '../../ui/list/facts.tsx'
import { formatMoney } from '../../ui/text/format.ts'
import { LinkButton, Muted } from '../../ui/text/text.tsx'
import { shareOf, shareOfValue } from './limit-share.ts'

/** Share of the limit at which the card begins to warn. */
const NEAR = 0.8

type Place = ShipmentLimits['locations'][number]

const isNear = (place: Place): boolean =>
  Math.max(shareOf(place) ?? 100, shareOfValue(place) ?? 0) >= TRANSFER_LIMIT.percent * NEAR && place.sent > 0

/** The yearly count of packages sent to other pharmacies. It only warns, because states have their own limits. */
export function LimitsCard() {
  const { data } = trpc.shipment.readOneLimits.useQuery()
  const [entering, setEntering] = useState<Place>()
  if (!data || data.locations.length === 0) return null
  const near = data.locations.filter(isNear)
  return (
    <Section title={`To other pharmacies in ${data.year}`}>
      <Card>
        <CardBody>
          {near.length > 0 && (
            <Note
              meaning="attention"
              title={`${near.map(({ locationName }) => locationName).join(', ')}: near or above ${TRANSFER_LIMIT.percent}%.`}
            >
              Ask your board of pharmacy whether you need a license as a distributor before you send more.
            </Note>
          )}
          <Facts
            facts={data.locations.map((place) => ({
              label: place.locationName,
              value: unitWords(place),
              sub: (
                <>
                  {valueWords(place)}{' '}
                  {place.mayEnter && <LinkButton onClick={() => setEntering(place)}>Enter what {place.locationName} dispensed</LinkButton>}
                </>
              ),
            }))}
          />
          <Muted>
            The federal limit of {TRANSFER_LIMIT.percent}% counts controlled substances ({TRANSFER_LIMIT.source}, known from secondary
            sources); many states have limits of their own. Dispensed packages are not recorded one by one. Until you enter the amount
            dispensed, received packages are counted instead.
          </Muted>
        </CardBody>
      </Card>
      {entering && <DispensedDialog place={entering} year={data.year} onClose={() => setEntering(undefined)} />}
    </Section>
  )
}

function unitWords(place: Place): string {
  const share = shareOf(place)
  const compared = place.dispensed === null ? `${formatCount(place.received)} received` : `${formatCount(place.dispensed)} dispensed`
  return `${formatCount(place.sent)} sent, ${compared}${share === null ? '' : `: ${share.toFixed(1)}%`}`
}

function valueWords(place: Place): string {
  const { sentCents, withoutValue, dispensedCents } = place
  if (sentCents === 0 && dispensedCents === null) return 'No value entered.'
  const share = shareOfValue(place)
  const compared = dispensedCents === null ? '' : `, ${formatMoney(dispensedCents / 100)} dispensed`
  const missing = withoutValue > 0 ? ` Shipments without a value: ${formatCount(withoutValue)}.` : ''
  return `Value: ${formatMoney(sentCents / 100)} sent${compared}${share === null ? '' : `: ${share.toFixed(1)}%`}.${missing}`
}

const amounts = z.object({ units: z.union([z.literal(''), z.number().int().min(0)]), dollars: z.union([z.literal(''), z.number().min(0)]) })

function DispensedDialog({ place, year, onClose }: { place: Place; year: number; onClose: () => void }) {
  const save = trpc.shipment.createOneYear.useMutation({ meta: { quiet: true, touches: ['shipment'], done: 'Saved.' } })
  const form = useZodForm({
    shape: amounts,
    initial: { units: place.dispensed ?? '', dollars: place.dispensedCents === null ? '' : place.dispensedCents / 100 },
    send: ({ units, dollars }) =>
      save.mutateAsync(
        dispensedYear.parse({
          locationId: place.locationId,
          year,
          units: units === '' ? null : units,
          valueCents: dollars === '' ? null : Math.round(dollars * 100),
        }),
      ),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title={`Dispensed by ${place.locationName} in ${year}`} submitLabel="Save" form={form} onClose={onClose}>
      <Muted>Enter what your pharmacy system reports for the year so far. Leave a field empty if you do not know it.</Muted>
      <NumberInput
        label="Packages"
        hideControls
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        {...form.field('units')}
      />
      <NumberInput
        label="Value in US dollars"
        hideControls
        allowNegative={false}
        decimalScale={2}
        thousandSeparator=","
        {...form.field('dollars')}
      />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
