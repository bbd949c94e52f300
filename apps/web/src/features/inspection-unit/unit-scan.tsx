import { Group, TextInput } from '@mantine/core'
import type { UnitInput } from '@seriatim/schema'
import { IconScan } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { loadable } from '../../ui/page/loadable.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { CameraButton } from '../scan/camera/camera-button.tsx'
import { useScanner } from '../scan/scanner/use-scanner.ts'
import { looksScanned, readSerialScan } from '../scan/serial-scan.ts'

const CameraView = loadable(() => import('../scan/camera/camera-view.tsx'))

interface UnitScanProps {
  field: RefObject<HTMLInputElement | null>
  onInput: (input: UnitInput) => void
}

/** Takes a barcode from a handheld, the camera or the clipboard, or a serial number that is typed. */
export function UnitScan({ field, onInput }: UnitScanProps) {
  const [text, setText] = useState('')
  const [camera, setCamera] = useState(false)
  const take = (value: string, isScan = looksScanned(value)) => {
    const typed = value.trim()
    if (!typed) return
    const scan = isScan ? readSerialScan(value) : undefined
    if (scan && !scan.ok) {
      setText('')
      toast.attention(scan.message, { seconds: 10, detail: scan.detail })
      return
    }
    const { serialNumber, gtin, lotNumber, expirationDate } = scan?.fields ?? { serialNumber: typed }
    setText(serialNumber)
    onInput({ serialNumber, gtin, lotNumber, expirationDate })
    field.current?.select()
  }
  useScanner({
    field,
    onScan: ({ text: scanned }) => take(scanned),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take(text)
  }
  return (
    <search>
      <form onSubmit={submit} noValidate>
        <Group wrap="nowrap" gap="sm" mb="md">
          <TextInput
            ref={field}
            flex={1}
            size="md"
            aria-label="Scan the bottle or type its serial number"
            placeholder="Scan or type a serial number"
            leftSection={<Glyph of={IconScan} />}
            styles={{ input: { fontFamily: 'var(--mono)' } }}
            autoComplete="off"
            autoFocus
            spellCheck={false}
            enterKeyHint="go"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CameraButton opened={camera} onOpen={setCamera} />
        </Group>
      </form>
      {camera && <CameraView onCode={(code) => take(code, true)} onClose={() => setCamera(false)} />}
    </search>
  )
}
