import { Button } from '@mantine/core'
import type { UnitAnswers, UnitFound, UnitInput } from '@seriatim/schema'
import { IconFileTypePdf, IconPrinter, IconQrcode, IconScan } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { TraceButton } from '../../shell/trace-button.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { ChooseUnit, NothingPicked, NoUnit } from './no-unit.tsx'
import { UnitAnswersCard } from './unit-answers.tsx'
import { UnitLink, useUnitLink } from './unit-link.tsx'
import { UnitOwners } from './unit-owners.tsx'
import { UnitScan } from './unit-scan.tsx'
import { UnitVisit } from './unit-visit.tsx'
import { addPicked } from './visit.ts'

/** Reads the package from a URL such as `/inspection/unit?serial=…&gtin=…`. */
function readAddress(search: string): UnitInput | undefined {
  const from = new URLSearchParams(search)
  const serialNumber = from.get('serial')?.trim()
  const gtin = from.get('gtin')
  return serialNumber ? { serialNumber, ...(gtin && /^\d{14}$/.test(gtin) ? { gtin } : {}) } : undefined
}

/** One bottle from the shelf, with answers to an inspector's questions about it. */
export default function UnitPage() {
  const search = useSearch()
  const [input, setInput] = useState(() => readAddress(search))
  const field = useRef<HTMLInputElement>(null)
  const found = trpc.inspectionUnit.readOne.useQuery(input ?? { serialNumber: '-' }, { enabled: input !== undefined })
  const unit = input && found.data?.outcome === 'found' ? found.data.unit : undefined
  useEffect(() => {
    if (unit) addPicked(unit)
  }, [unit])
  const unitLink = useUnitLink(unit?.medId)
  const linkBox = useRef<HTMLDivElement>(null)
  const showLink = () => {
    if (!unitLink.link) unitLink.create()
    linkBox.current?.scrollIntoView({ block: 'center' })
  }
  const next = () => {
    window.scrollTo({ top: 0 })
    field.current?.focus()
  }
  return (
    <Page
      title="Pick a bottle"
      crumbs={[{ label: 'Answer An Inspection', href: '/inspection' }, { label: 'Pick a bottle' }]}
      lede="Take a bottle from the shelf. One page answers an inspector’s questions about it."
      actions={
        unit && (
          <>
            <TraceButton kind="med" id={unit.medId} />
            <PrintButton unit={unit} />
            <PrintButton unit={unit} isShort />
          </>
        )
      }
      thumb={
        unit && (
          <>
            <Button leftSection={<Glyph of={IconQrcode} />} onClick={showLink}>
              QR code
            </Button>
            <Button variant="filled" leftSection={<Glyph of={IconScan} />} onClick={next}>
              Scan the next bottle
            </Button>
          </>
        )
      }
      full
    >
      <Columns>
        <Column>
          <UnitScan field={field} onInput={setInput} />
          {input === undefined ? (
            <NothingPicked />
          ) : (
            <Loaded
              query={found}
              subject="The answers"
              sentence={findServerSentence(found.error)}
              safe="Your records are safe"
              waiting={<SkeletonCard />}
            >
              {(data) => <Found data={data} input={input} onChoose={(medId) => setInput({ ...input, medId })} />}
            </Loaded>
          )}
        </Column>
        <Column>
          {unit && (
            <div ref={linkBox}>
              <UnitLink medId={unit.medId} unitLink={unitLink} />
            </div>
          )}
          <UnitVisit onPick={({ serialNumber, medId }) => setInput({ serialNumber, medId })} />
          {unit && <UnitOwners unit={unit} />}
        </Column>
      </Columns>
    </Page>
  )
}

interface FoundProps {
  data: UnitFound
  input: UnitInput
  onChoose: (medId: number) => void
}

function Found({ data, input, onChoose }: FoundProps) {
  if (data.outcome === 'found')
    return (
      <>
        <UnitAnswersCard unit={data.unit} />
        <Muted>Dates and times are in {data.unit.timeZone}, the zone of the package’s location.</Muted>
      </>
    )
  if (data.outcome === 'several') return <ChooseUnit candidates={data.candidates} onChoose={onChoose} />
  return <NoUnit input={input} />
}

/**
 * Button that creates a PDF for printing. With `isShort`, the PDF has only the answers, on one page; otherwise the transaction data follows on a
 * second page.
 */
function PrintButton({ unit: { medId }, isShort = false }: { unit: UnitAnswers; isShort?: boolean }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.inspectionUnit.readOnePdf.fetch({ medId, isShort }, FRESH), 'application/pdf')
  return (
    <Button
      variant={isShort ? 'filled' : 'default'}
      leftSection={<Glyph of={isShort ? IconPrinter : IconFileTypePdf} size={16} />}
      loading={isSaving}
      onClick={save}
    >
      {isShort ? 'Print one page' : 'Save as PDF'}
    </Button>
  )
}
