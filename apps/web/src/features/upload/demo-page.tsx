import './demo.css'
import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { saveBuffer } from '../../api/download.ts'
import { keyOf } from '../../api/query-client.ts'
import { type Inputs, type Outputs, trpc } from '../../api/trpc.ts'
import { NoPage } from '../../shell/no-page.tsx'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { countOf } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useDemoProducts } from './use-demo-products.ts'

type Product = Outputs['order']['readDemoProducts'][number]
type Wanted = Exclude<Inputs['order']['createOneDemoepcisfile'], undefined>
type Hierarchy = NonNullable<Wanted['hierarchy']>
type Fault = NonNullable<Wanted['faults']>[number]

const hierarchies: readonly { value: Hierarchy; label: string }[] = [
  { value: 'pallets', label: 'Units in cases, cases on pallets' },
  { value: 'cases', label: 'Units in cases' },
  { value: 'units', label: 'Loose units' },
]
const faultWords: readonly [Fault, string][] = [
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
  if (keyOf(products.error) === 'not_in_production') return <NoPage />
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
          <div className="card demo" aria-busy="true">
            <span className="skeleton" style={{ width: 240 }} />
          </div>
        }
      >
        {(all) => <DemoForm products={all} />}
      </Loaded>
    </Page>
  )
}

function DemoForm({ products }: { products: readonly Product[] }) {
  const { locations, id } = useLocationScope()
  const [place, setPlace] = useState<number>()
  const [quantities, setQuantities] = useState<Record<string, number>>(() => Object.fromEntries(products.map(({ ndc }) => [ndc, EACH])))
  const [hierarchy, setHierarchy] = useState<Hierarchy>('pallets')
  const [sizes, setSizes] = useState({ perCase: 12, casesPerPallet: 8 })
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const total = Object.values(quantities).reduce((sum, n) => sum + n, 0)
  const locationId = place ?? (id || locations[0]?.id || 0)
  const demo = trpc.order.createOneDemoepcisfile.useMutation({
    onSuccess: (made) => {
      saveBuffer(made.epcisBuffer, made.epcisFilename, 'application/xml')
      saveBuffer(made.epcisBarcodeBuffer, made.epcisBarcodeFilename, 'application/pdf')
      toast.done('Two files were downloaded', { detail: `${made.epcisFilename} and ${made.epcisBarcodeFilename}` })
    },
  })
  const make = () => {
    const chosen = products.flatMap(({ ndc }) => (quantities[ndc] ? { ndc, quantity: quantities[ndc] } : []))
    demo.mutate({ products: chosen, hierarchy, ...sizes, faults: [...faults], customerLocationId: locationId })
  }
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
    <form
      className="card demo"
      aria-label="Demo order"
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <NativeSelect
        label="Addressed to"
        data={locations.map((one) => ({ value: String(one.id), label: one.name }))}
        value={String(locationId)}
        onChange={(event) => setPlace(Number(event.currentTarget.value))}
      />
      <fieldset className="demo-goods">
        <legend>Units of each product</legend>
        {products.map(({ ndc, name, strength, content }) => (
          <div key={ndc}>
            {number(
              `${name} ${strength}, ${content}`,
              quantities[ndc] ?? 0,
              (value) => setQuantities((before) => ({ ...before, [ndc]: value })),
              UNITS_MAX,
              0,
            )}
          </div>
        ))}
      </fieldset>
      <div className="demo-pack">
        <NativeSelect
          label="Packed as"
          data={[...hierarchies]}
          value={hierarchy}
          onChange={(event) => setHierarchy(hierarchies.find(({ value }) => value === event.currentTarget.value)?.value ?? 'pallets')}
        />
        {hierarchy !== 'units' && number('Units in a case', sizes.perCase, (perCase) => setSizes({ ...sizes, perCase }), 100, 1)}
        {hierarchy === 'pallets' &&
          number('Cases on a pallet', sizes.casesPerPallet, (casesPerPallet) => setSizes({ ...sizes, casesPerPallet }), 100, 1)}
      </div>
      <fieldset className="demo-faults">
        <legend>What is wrong with it</legend>
        {faultWords.map(([fault, words]) => (
          <Checkbox
            key={fault}
            label={words}
            checked={faults.includes(fault)}
            onChange={(event) => setFaults(event.currentTarget.checked ? [...faults, fault] : faults.filter((one) => one !== fault))}
          />
        ))}
      </fieldset>
      <div className="demo-foot">
        <Button
          type="submit"
          variant="filled"
          loading={demo.isPending}
          disabled={total === 0 || total > UNITS_MAX}
          leftSection={<IconDownload className="ic ic-16" aria-hidden="true" />}
        >
          Download Sample
        </Button>
        <p className="muted" role="status">
          {total > UNITS_MAX ? `${countOf(total, 'unit')}: at most ${UNITS_MAX}` : countOf(total, 'unit')}
        </p>
        {demo.isSuccess && <Link href="/orderupload">Upload An Order</Link>}
      </div>
    </form>
  )
}
