import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { type Line, Lines } from '../../ui/list/lines.tsx'
import { loadable } from '../../ui/page/loadable.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatExpiry } from '../../ui/text/format.ts'
import { IconButton } from '../../ui/text/icon-button.tsx'
import { CameraButton } from '../scan/camera/camera-button.tsx'
import { useDialogScans } from '../scan/use-dialog-scans.ts'
import { keyOfItem, readItem, type TicketItem } from './ticket-items.ts'

const CameraView = loadable(() => import('../scan/camera/camera-view.tsx'))

interface TicketPackagesProps {
  items: readonly TicketItem[]
  onChange: (items: TicketItem[]) => void
}

/** Packages of a ticket: scanned with the focus anywhere in the dialog, read by the camera, or typed. */
export function TicketPackages({ items, onChange }: TicketPackagesProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [camera, setCamera] = useState(false)
  const add = (text: string, byScanner: boolean): boolean => {
    const read = readItem(text, items, byScanner)
    setProblem(read.ok ? undefined : read.why)
    if (read.ok) onChange([...items, read.item])
    return read.ok
  }
  useDialogScans((text) => add(text, true))
  const addTyped = () => add(typed, false) && setTyped('')
  return (
    <Box mt="md">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          label="Packages"
          placeholder="Scan, or type a serial number"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            addTyped()
          }}
        />
        {/** Aligns the buttons with the input, which is below its label. */}
        <Group gap="xs" wrap="nowrap" pt={20}>
          <Button onClick={addTyped}>Add</Button>
          <CameraButton opened={camera} onOpen={setCamera} />
        </Group>
      </Group>
      {camera && <CameraView onCode={(text) => add(text, true)} onClose={() => setCamera(false)} />}
      <Text role="status" fz="xs" c="var(--ink-2)" my="xs">
        {items.length === 0
          ? 'No packages yet. Only the packages on this ticket are reported to the partner.'
          : formatAmount(items.length, 'package')}
      </Text>
      {items.length > 0 && (
        <Card>
          <Box mah={232} style={{ overflowY: 'auto' }}>
            <Lines
              label="Packages on this ticket"
              lines={items.toReversed().map((item) => makeLine(item, () => onChange(items.filter((one) => one !== item))))}
            />
          </Box>
        </Card>
      )}
    </Box>
  )
}

function makeLine(item: TicketItem, onRemove: () => void): Line {
  const { gtin, serialNumber, sscc, lotNumber, expirationDate } = item
  const name = serialNumber ?? sscc ?? 'this package'
  const facts = [lotNumber && `Lot ${lotNumber}`, expirationDate && `Expires ${formatExpiry(expirationDate)}`].filter(Boolean)
  return {
    key: keyOfItem(item),
    name,
    content: <Code groups={serialNumber ? groupCode('serial', serialNumber) : groupCode('sscc', sscc ?? '')} />,
    sub: (
      <Group component="span" gap="0 12px">
        {gtin && <span>GTIN {gtin}</span>}
        {sscc && <span>Case or pallet (SSCC)</span>}
        {facts.length > 0 && <span>{facts.join(', ')}</span>}
      </Group>
    ),
    end: <IconButton of={IconX} size="xs" label={`Remove ${name}`} onClick={onRemove} />,
  }
}
