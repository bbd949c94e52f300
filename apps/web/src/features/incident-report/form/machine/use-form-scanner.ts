import type { IncidentField } from '@seriatim/schema'
import type { RefObject } from 'react'
import { UNKNOWN_BELOW } from '../../../scan/scanner/scan-hints.ts'
import { useScanner } from '../../../scan/scanner/use-scanner.ts'
import { fieldId } from '../form-section.tsx'
import type { IncidentFormState } from './use-incident-form.ts'

const PREFIX = fieldId('')

interface FormScanner {
  state: IncidentFormState
  /** The field that is meant for scans: it takes its own. */
  field: RefObject<HTMLInputElement | null>
  onScan: (text: string) => void
}

/** A handheld names the package wherever the focus is; what it typed into another field leaves that field again. */
export function useFormScanner({ state: { form, change }, field, onScan }: FormScanner): void {
  useScanner({
    claims: (one) => one !== field.current && one.form !== null && one.form === field.current?.form,
    onScan: ({ text }, into) => {
      // A short code belongs where it was scanned to (decision 58).
      if (into && text.length < UNKNOWN_BELOW) return
      const name = into?.id.startsWith(PREFIX) ? (into.id.slice(PREFIX.length) as IncidentField) : undefined // named by it
      if (name) change({ [name]: String(form[name] ?? '').replace(text.replaceAll('\u001d', ''), '') })
      onScan(text)
    },
  })
}
