import { Button, Group, Stack } from '@mantine/core'
import type { SerialCandidate, UnitInput } from '@seriatim/schema'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'

/** Shown before the first scan. */
export const NothingPicked = () => (
  <Card label="The answers">
    <EmptyState>
      Scan the 2D code on a bottle. The answers appear here: where it is from, its papers, its seller’s license, holds and recalls.
    </EmptyState>
  </Card>
)

/** Shown for a serial number that is not on file here, with the possible next steps. */
export function NoUnit({ input: { serialNumber, gtin } }: { input: UnitInput }) {
  const serial = encodeURIComponent(serialNumber)
  return (
    <Card label="The answers">
      <CardBody>
        <Note meaning="attention" title={`Serial number ${serialNumber} is not on file`} alert>
          It is not on any order that you can see{gtin ? `, with GTIN ${gtin}` : ''}, and nobody has entered it by hand. Compare it with the
          box, character by character. If it is correct, the package’s data is missing: ask the seller for the data and set the package
          aside.
        </Note>
        <Group gap="sm">
          <Button component={Link} href={`/searchmeds?serialNumber=${serial}`}>
            Search My Pedigrees
          </Button>
          <Button component={Link} href="/orderupload">
            Upload An Order
          </Button>
          <Button component={Link} href={`/reportanincident?serial=${serial}${gtin ? `&gtin=${gtin}` : ''}`}>
            Report An Incident
          </Button>
        </Group>
      </CardBody>
    </Card>
  )
}

interface ChooseUnitProps {
  candidates: readonly SerialCandidate[]
  onChoose: (medId: number) => void
}

/** Lets a person choose between packages that have the same serial number. */
export function ChooseUnit({ candidates, onChoose }: ChooseUnitProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <Card label="The answers">
      <CardBody>
        <Note meaning="attention" title="Several packages have this serial number" alert>
          Choose the one in your hand, or scan its code instead of typing.
        </Note>
        <Stack component="ul" ref={list} gap="xs" align="flex-start">
          {candidates.map(({ medId, medName, gtin, lotNumber, locationName }) => (
            <li key={medId}>
              <Button h="auto" py="xs" styles={{ label: { whiteSpace: 'normal', textAlign: 'left' } }} onClick={() => onChoose(medId)}>
                {medName ?? 'Product not named'}, GTIN {gtin ?? 'not known'}, lot {lotNumber ?? 'not known'}, {locationName}
              </Button>
            </li>
          ))}
        </Stack>
      </CardBody>
    </Card>
  )
}
