import { Box, Button, Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { type DemoFault, demoForm } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { saveBuffer } from '../../../api/file/download.ts'
import { toRefusal } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { useLocationScope } from '../../../shell/use-location-scope.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { toast } from '../../../ui/toast/toast.ts'

type Product = Outputs['order']['readDemoProducts'][number]

const HIERARCHIES = [
  { value: 'pallets', label: 'Cases on pallets' },
  { value: 'cases', label: 'Cases' },
  { value: 'units', label: 'Loose packages' },
]
const FAULT_WORDS: readonly [DemoFault, string][] = [
  ['missingReadPoint', 'Packing events without a read point'],
  ['missingDosageForm', 'A product without its dosage form'],
  ['notShipped', 'Goods in the file that are not shipped'],
  ['noStatement', 'No transaction statement'],
]
const EACH = 12
const UNITS_MAX = 500

/** Contents, packaging and defects of the demo order. */
export function DemoForm({ products }: { products: readonly Product[] }) {
  const { locations, form, ownId, isMade } = useDemoForm(products)
  const total = form.values.products.reduce((sum, { quantity }) => sum + quantity, 0)
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
            <Quantities form={form} products={products} />
            <Packing form={form} />
            <Faults form={form} />
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
                {total > UNITS_MAX ? `${formatAmount(total, 'package')}; at most ${UNITS_MAX} are allowed` : formatAmount(total, 'package')}
              </Box>
              {isMade && <Link href="/orderupload">Upload An Order</Link>}
            </Group>
          </Stack>
        </Card>
      </Box>
    </form>
  )
}

/** The state of the demo form. `ownId` is the location to which the demo document is addressed until the user chooses another. */
function useDemoForm(products: readonly Product[]) {
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
  return { locations, form, ownId, isMade: demo.isSuccess }
}
type Form = ReturnType<typeof useDemoForm>['form']

function Quantities({ form, products }: { form: Form; products: readonly Product[] }) {
  return (
    <Fieldset legend="Packages of each product">
      <Group gap="sm" align="flex-end">
        {products.map(({ ndc, name, strength, content }, at) => (
          <Box key={ndc} flex="1 1 260px">
            <CountInput
              label={`${name} ${strength}, ${content}`}
              value={form.values.products[at]?.quantity ?? 0}
              onChange={(quantity) => form.set('products', form.values.products.with(at, { ndc, quantity }))}
              min={0}
              max={UNITS_MAX}
            />
          </Box>
        ))}
      </Group>
    </Fieldset>
  )
}

function Packing({ form }: { form: Form }) {
  const { hierarchy, perCase, casesPerPallet } = form.values
  return (
    <Group gap="sm" grow>
      <NativeSelect label="Packed as" data={HIERARCHIES} {...form.field('hierarchy')} />
      {hierarchy !== 'units' && (
        <CountInput label="Packages in a case" value={perCase} onChange={(value) => form.set('perCase', value)} min={1} max={100} />
      )}
      {hierarchy === 'pallets' && (
        <CountInput
          label="Cases on a pallet"
          value={casesPerPallet}
          onChange={(value) => form.set('casesPerPallet', value)}
          min={1}
          max={100}
        />
      )}
    </Group>
  )
}

function Faults({ form }: { form: Form }) {
  const { faults } = form.values
  return (
    <Fieldset legend="What is wrong with it">
      <Stack gap="sm">
        {FAULT_WORDS.map(([fault, words]) => (
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
    </Fieldset>
  )
}

const Fieldset = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <Box component="legend" px={0} fw={500} pb="xs">
      {legend}
    </Box>
    {children}
  </fieldset>
)

interface CountInputProps {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
}

const CountInput = ({ onChange, ...input }: CountInputProps) => (
  <NumberInput
    {...input}
    onChange={(next) => onChange(Number(next) || input.min)}
    clampBehavior="strict"
    allowDecimal={false}
    allowNegative={false}
  />
)
