import { Box, Button, Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { type DemoFault, demoForm } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'wouter'
import { saveBuffer } from '../../api/download.ts'
import { readErrorKey, toRefusal } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { NoPage } from '../../shell/no-page.tsx'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { formatAmount } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useZodForm } from '../../ui/use-zod-form.ts'
import { useDemoProducts } from './use-demo-products.ts'

type Product = Outputs['order']['readDemoProducts'][number]

const hierarchies = [
  { value: 'pallets', label: 'Units in cases, cases on pallets' },
  { value: 'cases', label: 'Units in cases' },
  { value: 'units', label: 'Loose units' },
]
const faultWords: readonly [DemoFault, string][] = [
  ['missingReadPoint', 'Packing events without a read point'],
  ['missingDosageForm', 'A product without its dosage form'],
  ['notShipped', 'Goods in the file that are not shipped'],
  ['noStatement', 'No transaction statement'],
]
const EACH = 12
const UNITS_MAX = 500

/** Makes an order to show receiving with: the document to upload, and its bar codes to scan. Outside production only. */
export default function DemoPage() {
  const products = useDemoProducts()
  if (readErrorKey(products.error) === 'not_in_production') return <NoPage />
  return (
    <Page
      title="Demo EPCIS file"
      crumbs={[
        { label: 'Home', href: '/' },
        { label: 'Upload An Order', href: '/orderupload' },
      ]}
    >
      <Note meaning="info" title="For Seriatim's sales representatives only.">
        It makes an order of invented goods and does not exist in production.
      </Note>
      <Loaded
        query={products}
        what="The demo products could not be loaded."
        meaning="Nothing was changed; this page just cannot reach the server."
        waiting={
          <Card busy>
            <CardBody>
              <Skeleton width={240} />
            </CardBody>
          </Card>
        }
      >
        {(all) => <DemoForm products={all} />}
      </Loaded>
    </Page>
  )
}

const Legend = ({ children }: { children: string }) => (
  <Box component="legend" px={0} fw={500} pb="xs">
    {children}
  </Box>
)

function DemoForm({ products }: { products: readonly Product[] }) {
  const { locations, id } = useLocationScope()
  const ownId = id || locations[0]?.id || 0
  const demo = trpc.order.createOneDemoepcisfile.useMutation({
    onSuccess: (made) => {
      saveBuffer(made.epcisBuffer, made.epcisFilename, 'application/xml')
      saveBuffer(made.epcisBarcodeBuffer, made.epcisBarcodeFilename, 'application/pdf')
      toast.done('Two files were downloaded', { detail: `${made.epcisFilename} and ${made.epcisBarcodeFilename}` })
    },
  })
  const form = useZodForm({
    shape: demoForm,
    initial: {
      products: products.map(({ ndc }) => ({ ndc, quantity: EACH })),
      hierarchy: 'pallets',
      perCase: 12,
      casesPerPallet: 8,
      faults: [],
      customerLocationId: 0,
    },
    send: (wanted) => demo.mutateAsync({ ...wanted, customerLocationId: wanted.customerLocationId || ownId }),
    refusalOf: toRefusal,
  })
  const { hierarchy, faults } = form.values
  const total = form.values.products.reduce((sum, { quantity }) => sum + quantity, 0)
  const number = (label: string, value: number, onChange: (value: number) => void, max: number, least: number) => (
    <NumberInput
      label={label}
      value={value}
      onChange={(next) => onChange(Number(next) || least)}
      min={least}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
    />
  )
  return (
    <form aria-label="Demo order" onSubmit={form.onSubmit}>
      <Box maw={720} mt="md">
        <Card>
          <Stack gap="lg" p="lg">
            <NativeSelect
              label="Addressed to"
              data={locations.map((one) => ({ value: String(one.id), label: one.name }))}
              value={String(form.values.customerLocationId || ownId)}
              onChange={(event) => form.set('customerLocationId', Number(event.currentTarget.value))}
            />
            <fieldset>
              <Legend>Units of each product</Legend>
              <Group gap="sm" align="flex-end">
                {products.map(({ ndc, name, strength, content }, at) => (
                  <Box key={ndc} flex="1 1 260px">
                    {number(
                      `${name} ${strength}, ${content}`,
                      form.values.products[at]?.quantity ?? 0,
                      (quantity) => form.set('products', form.values.products.with(at, { ndc, quantity })),
                      UNITS_MAX,
                      0,
                    )}
                  </Box>
                ))}
              </Group>
            </fieldset>
            <Group gap="sm" grow>
              <NativeSelect label="Packed as" data={hierarchies} {...form.field('hierarchy')} />
              {hierarchy !== 'units' && number('Units in a case', form.values.perCase, (value) => form.set('perCase', value), 100, 1)}
              {hierarchy === 'pallets' &&
                number('Cases on a pallet', form.values.casesPerPallet, (value) => form.set('casesPerPallet', value), 100, 1)}
            </Group>
            <fieldset>
              <Legend>What is wrong with it</Legend>
              <Stack gap="sm">
                {faultWords.map(([fault, words]) => (
                  <Checkbox
                    key={fault}
                    label={words}
                    checked={faults.includes(fault)}
                    onChange={(event) =>
                      form.set('faults', event.currentTarget.checked ? [...faults, fault] : faults.filter((one) => one !== fault))
                    }
                  />
                ))}
              </Stack>
            </fieldset>
            <Group gap="sm">
              <Button
                type="submit"
                variant="filled"
                loading={form.isBusy}
                disabled={total === 0 || total > UNITS_MAX}
                leftSection={<Glyph of={IconDownload} size={16} />}
              >
                Download Sample
              </Button>
              <Box component="p" role="status" c="var(--ink-2)">
                {total > UNITS_MAX ? `${formatAmount(total, 'unit')}: at most ${UNITS_MAX}` : formatAmount(total, 'unit')}
              </Box>
              {demo.isSuccess && <Link href="/orderupload">Upload An Order</Link>}
            </Group>
          </Stack>
        </Card>
      </Box>
    </form>
  )
}
