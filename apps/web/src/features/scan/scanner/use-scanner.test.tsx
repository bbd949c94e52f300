import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { NOT_A_PLACE_TO_SCAN } from '../../../ui/form/scanned-into.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { Scan } from './keystrokes.ts'
import { changeScannerSettings } from './scanner-settings.ts'
import { useScanner } from './use-scanner.ts'

const GS = '\u001d'
const unit = '010030399995230621ABC123'

function Page({ onScan, onTyped, onPress }: { onScan: (scan: Scan) => void; onTyped?: (text: string) => void; onPress?: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useScanner({ field, onScan, onTyped })
  return (
    <>
      <input aria-label="Scan" ref={field} />
      <input aria-label="Reason" />
      <button type="button" onClick={onPress}>
        Undo
      </button>
      <div role="dialog" aria-label="Sure?">
        <button type="button">Receive All</button>
        <textarea aria-label="Why" />
      </div>
    </>
  )
}

/** Presses keys without any pause, which is as fast as a scanner. Returns false if the page kept the last key from the browser. */
function burst(target: Element, ...keys: (string | { key: string; ctrlKey?: boolean })[]): boolean {
  const single = keys.flatMap((key) => (typeof key === 'string' && !/^(Enter|Tab|ArrowDown)$/.test(key) ? [...key] : [key]))
  return single.map((key) => fireEvent.keyDown(target, typeof key === 'string' ? { key } : key)).at(-1) ?? true
}

function show() {
  const onScan = vi.fn()
  const onTyped = vi.fn()
  render(<Page onScan={onScan} onTyped={onTyped} />)
  return { onScan, onTyped, field: screen.getByLabelText<HTMLInputElement>('Scan') }
}

describe('the scanner hook', () => {
  test('[SCAN-003] [SCAN-024] accepts a scan with its separators wherever the focus is, and consumes its keystrokes', () => {
    const { onScan, field } = show()
    const button = screen.getByRole('button', { name: 'Undo' })
    button.focus()
    expect(burst(button, `${unit}`, { key: ']', ctrlKey: true }, '17280430', 'Enter')).toBe(false)
    expect(onScan).toHaveBeenCalledExactlyOnceWith({ text: `${unit}${GS}17280430`, terminator: 'Enter' })
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(button)
  })

  test('ignores what is typed or scanned into another field, but blocks the browser’s Ctrl+J shortcut in that field', () => {
    const { onScan } = show()
    const reason = screen.getByLabelText('Reason')
    reason.focus()
    expect(burst(reason, unit, 'Enter')).toBe(true)
    expect(burst(reason, unit, { key: 'j', ctrlKey: true })).toBe(false)
    expect(onScan).not.toHaveBeenCalled()
  })

  test('removes a scan from a dialog’s field and shows that it was not accepted', () => {
    const { onScan } = show()
    const notes = screen.getByLabelText<HTMLTextAreaElement>('Why')
    fireEvent.change(notes, { target: { value: 'Torn seal' } })
    for (const key of unit) {
      if (burst(notes, key)) fireEvent.change(notes, { target: { value: notes.value + key } })
    }
    expect(notes.value).toBe(`Torn seal${unit}`)
    expect(burst(notes, 'Enter')).toBe(false)
    expect(notes.value).toBe('Torn seal')
    expect(onScan).not.toHaveBeenCalled()
    expect(toast.get()).toMatchObject([{ kind: 'attention', message: NOT_A_PLACE_TO_SCAN }])
  })

  test('does not mistake typing in a dialog for a scan', () => {
    vi.useFakeTimers()
    show()
    const notes = screen.getByLabelText<HTMLTextAreaElement>('Why')
    for (const key of 'Torn') {
      burst(notes, key)
      fireEvent.change(notes, { target: { value: notes.value + key } })
    }
    vi.advanceTimersByTime(2000)
    vi.useRealTimers()
    expect(notes.value).toBe('Torn')
  })

  test('does not let a scan press a button in an open dialog', () => {
    const { onScan } = show()
    const button = screen.getByRole('button', { name: 'Receive All' })
    button.focus()
    expect(burst(button, unit, 'Enter')).toBe(false)
    expect(onScan).not.toHaveBeenCalled()
    expect(burst(button, 'Enter')).toBe(false)
  })

  test('[SCAN-025] [SCAN-026] accepts a scan that ends in LF, and for 10 s shows an orange notice to change the scanner’s suffix', () => {
    const { onScan } = show()
    expect(burst(document.body, unit, { key: 'j', ctrlKey: true })).toBe(false)
    expect(onScan).toHaveBeenCalledWith({ text: unit, terminator: 'Ctrl+J' })
    expect(toast.get()).toMatchObject([
      { kind: 'attention', life: 10_000, message: 'The scanner ends with LF or CRLF. Set its suffix to CR or none.' },
    ])
  })

  test('submits typed text on Enter', () => {
    const { onScan, onTyped, field } = show()
    field.focus()
    field.value = 'ABC'
    burst(field, 'Enter')
    expect(onTyped).toHaveBeenCalledExactlyOnceWith('ABC')
    expect(onScan).not.toHaveBeenCalled()
  })

  test('accepts scans only in its own field when listening for scans elsewhere is switched off (WCAG 2.1.4)', () => {
    changeScannerSettings({ listens: false })
    const { onScan, field } = show()
    expect(burst(document.body, unit, 'Enter')).toBe(true)
    expect(onScan).not.toHaveBeenCalled()
    field.focus()
    burst(field, unit, 'Enter')
    expect(onScan).toHaveBeenCalledOnce()
    changeScannerSettings({ listens: true })
    burst(document.body, unit, 'Enter')
    expect(onScan).toHaveBeenCalledTimes(2)
  })
})
