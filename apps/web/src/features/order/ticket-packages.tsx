import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Code, groupCode } from '../../ui/code.tsx'
import { countOf, formatExpiry } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { CameraButton } from '../scan/camera-button.tsx'
import { useDialogScans } from '../scan/use-dialog-scans.ts'
import css from './ticket-dialog.module.css'
import { keyOfItem, readItem, type TicketItem } from './ticket-items.ts'

const CameraView = loadable(() => import('../scan/camera-view.tsx'))

interface TicketPackagesProps {
  items: readonly TicketItem[]
  onChange: (items: TicketItem[]) => void
}

/** The packages of a ticket: scanned wherever the focus is in the dialog, read by the camera, or typed. */
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
    <div className={css.packages}>
      <div className={css.scan}>
        <TextInput
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
        <div className={css.buttons}>
          <Button onClick={addTyped}>Add</Button>
          <CameraButton opened={camera} onOpen={setCamera} />
        </div>
      </div>
      {camera && <CameraView onCode={(text) => add(text, true)} onClose={() => setCamera(false)} />}
      <p className={css.count} role="status">
        {items.length === 0 ? 'No packages yet. The partner is told only what the ticket names.' : countOf(items.length, 'package')}
      </p>
      {items.length > 0 && (
        <ul className={css.list} aria-label="Packages on this ticket">
          {items.toReversed().map((item) => (
            <Package key={keyOfItem(item)} item={item} onRemove={() => onChange(items.filter((one) => one !== item))} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Package({ item, onRemove }: { item: TicketItem; onRemove: () => void }) {
  const { gtin, serialNumber, sscc, lotNumber, expirationDate } = item
  const facts = [lotNumber && `Lot ${lotNumber}`, expirationDate && `Expires ${formatExpiry(expirationDate)}`].filter(Boolean)
  return (
    <li>
      <div>
        <Code groups={serialNumber ? groupCode(serialNumber, 'serial') : groupCode(sscc ?? '', 'sscc')} />
        <span className={css.facts}>
          {gtin && <span>GTIN {gtin}</span>}
          {sscc && <span>Case or pallet (SSCC)</span>}
          {facts.length > 0 && <span>{facts.join(', ')}</span>}
        </span>
      </div>
      <IconButton of={IconX} size="xs" label={`Remove ${serialNumber ?? sscc ?? 'this package'}`} onClick={onRemove} />
    </li>
  )
}
