import { TextInput } from '@mantine/core'
import { IconLineScan } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { Glyph } from '../../ui/text/glyph.tsx'
import css from './scan-field.module.css'

/** Whether keystrokes go to the scan field, rather than to another focused field. */
function useReady(field: RefObject<HTMLInputElement | null>): boolean {
  const [ready, setReady] = useState(true)
  useEffect(() => {
    const update = () => {
      const at = document.activeElement
      const isOther =
        at !== field.current &&
        at instanceof HTMLElement &&
        (/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.closest('[role="dialog"]') !== null)
      setReady(!isOther)
    }
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', update)
    return () => {
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', update)
    }
  }, [field])
  return ready
}

/** The scan field of a page, always ready for the next scan. Anything typed or scanned on the page appears here until the entry is submitted. */
export function ScanField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const ready = useReady(field)
  useEffect(() => {
    // On a touch screen, focusing would open the keyboard over the page.
    if (matchMedia('(pointer: coarse)').matches) return
    field.current?.focus({ preventScroll: true })
  }, [field])
  return (
    <TextInput
      ref={field}
      className={css.field}
      wrapperProps={{ 'data-ready': ready || undefined }}
      w={232}
      flex="1 1 auto"
      leftSection={<Glyph of={IconLineScan} />}
      aria-label="Scan or type a serial number"
      placeholder={ready ? 'Ready to scan' : 'Click here to scan'}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
    />
  )
}
