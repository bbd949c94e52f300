import type { IncidentField } from '@seriatim/schema'
import type { RefObject } from 'react'
import { UNKNOWN_BELOW } from '../../../scan/scanner/scan-hints.ts'
import { useScanner } from '../../../scan/scanner/use-scanner.ts'
import { fieldId } from '../form-section.tsx'
import type { IncidentFormState } from './use-incident-form.ts'

const PREFIX = fieldId('')

interface FormScanner {
  state: IncidentFormState
  /** The scan field, whose scans this scanner leaves to the field. */
  field: RefObject<HTMLInputElement | null>
  onScan: (text: string) => void
}

/** Lets a handheld scan fill the package field wherever the focus is; text that the scan typed into another field is removed. */
export function useFormScanner({ state: { form, change }, field, onScan }: FormScanner): void {
  useScanner({
    claims: (one) => one !== field.current && one.form !== null && one.form === field.current?.form,
    onScan: ({ text }, into) => {
      // A short code belongs in the field it was scanned into (decision 58).
      if (into && text.length < UNKNOWN_BELOW) return
      const name = into?.id.startsWith(PREFIX) ? (into.id.slice(PREFIX.length) as IncidentField) : undefined // the id is built from the field's name
      if (name) change({ [name]: String(form[name] ?? '').replace(text.replaceAll('\u001d', ''), '') })
      onScan(text)
    },
  })
}
