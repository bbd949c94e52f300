import { Button, Stack } from '@mantine/core'
import type { SerialCandidate } from '@seriatim/schema'
import { useEffect, useRef } from 'react'
import { Note } from '../../../ui/layout/note.tsx'

interface ChoosePackageProps {
  candidates: readonly SerialCandidate[]
  onChoose: (medId: number) => void
}

/** Several products have one serial number: which it is, nobody but the user can say. */
export function ChoosePackage({ candidates, onChoose }: ChoosePackageProps) {
  const list = useRef<HTMLDivElement>(null)
  // Each new list takes the focus.
  useEffect(() => {
    if (candidates.length > 0) list.current?.querySelector('button')?.focus()
  }, [candidates])
  return (
    <>
      <Note meaning="attention" title="Several products have this serial number">
        Choose the one that you report.
      </Note>
      <Stack component="ul" ref={list} gap="xs" mt="sm" align="flex-start">
        {candidates.map(({ medId, medName, gtin, lotNumber, locationName }) => (
          <li key={medId}>
            <Button
              variant="default"
              h="auto"
              py="xs"
              styles={{ label: { whiteSpace: 'normal', textAlign: 'left' } }}
              onClick={() => onChoose(medId)}
            >
              {medName ?? 'Product not named'}, GTIN {gtin ?? 'not known'}, lot {lotNumber ?? 'not known'}, {locationName}
            </Button>
          </li>
        ))}
      </Stack>
    </>
  )
}
