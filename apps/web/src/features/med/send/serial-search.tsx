import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { toast } from '../../../ui/toast/toast.ts'
import { isScannedText, readSerialScan } from '../../scan/serial-scan.ts'
import { useScanField } from '../../scan/use-scan-field.ts'

interface SerialGoProps {
  serialNumber: string
  onGo: (serialNumber: string) => void
}

/** A serial number field with a Go button; a scanned barcode submits itself. */
export function SerialSearch({ serialNumber, onGo }: SerialGoProps) {
  const [value, setValue] = useState(serialNumber)
  useEffect(() => setValue(serialNumber), [serialNumber])
  const go = (text: string) => {
    if (!isScannedText(text)) {
      if (text.trim()) onGo(text.trim())
      return
    }
    const scan = readSerialScan(text)
    if (scan.ok) {
      setValue(scan.fields.serialNumber)
      onGo(scan.fields.serialNumber)
    } else {
      setValue('')
      toast.attention(scan.message, { seconds: 10, detail: scan.detail })
    }
  }
  const { onKeyDown, take } = useScanField({ value, settled: serialNumber, onWrite: setValue, onScan: go })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take()
    go(value)
  }
  return (
    <search>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" wrap="nowrap" gap="sm" maw={480} mb="lg">
          <TextInput
            flex={1}
            label="Serial number"
            placeholder="Scan or type"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            autoFocus={serialNumber === ''}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button type="submit" variant={serialNumber ? 'default' : 'filled'}>
            Go
          </Button>
        </Group>
      </form>
    </search>
  )
}
