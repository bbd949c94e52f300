import { Group, TextInput } from '@mantine/core'
import type { UnitInput } from '@seriatim/schema'
import { IconScan } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { loadable } from '../../ui/page/loadable.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { CameraButton } from '../scan/camera/camera-button.tsx'
import { useScanner } from '../scan/scanner/use-scanner.ts'
import { isScannedText, readSerialScan } from '../scan/serial-scan.ts'

const CameraView = loadable(() => import('../scan/camera/camera-view.tsx'))

interface UnitScanProps {
  field: RefObject<HTMLInputElement | null>
  onInput: (input: UnitInput) => void
}

/** Accepts a barcode from a handheld, the camera or the clipboard, or a typed serial number. */
export function UnitScan({ field, onInput }: UnitScanProps) {
  const [camera, setCamera] = useState(false)
  const take = (text: string, isScan = isScannedText(text)) => {
    const serialNumber = text.trim()
    if (!serialNumber) return
    if (!isScan) return onInput({ serialNumber })
    const scan = readSerialScan(text)
    if (scan.ok) {
      const { ndc: _, ...fields } = scan.fields
      onInput(fields)
    } else toast.attention(scan.message, { seconds: 10, detail: scan.detail })
  }
  useScanner({ field, onScan: ({ text }) => take(text), onTyped: take })
  useEffect(() => {
    // On a touch screen, focusing would open the keyboard over the page.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = field.current?.value ?? ''
    if (field.current) field.current.value = ''
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
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
          />
          <CameraButton opened={camera} onOpen={setCamera} />
        </Group>
      </form>
      {camera && <CameraView onCode={(code) => take(code, true)} onClose={() => setCamera(false)} />}
    </search>
  )
}
