import { useState } from 'react'
import { saveBase64, saveText } from './download.ts'

/** Of a query that makes a file: fetched whenever it is asked for, kept nowhere, and its failure told by the one place of errors. */
export const FRESH = { staleTime: 0, gcTime: 0, meta: { loud: true } } as const

type File = { filename: string; text: string } | { filename: string; base64: string }

/** Saves the file that a query makes, and tells meanwhile that it is being made: `useFileSave(() => utils.med.readManyCsv.fetch(search, FRESH), 'text/csv')`. */
export function useFileSave(fetch: () => Promise<File>, type: 'text/csv' | 'application/pdf'): { isSaving: boolean; save: () => void } {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const file = await fetch().catch(() => undefined) // told already
    setSaving(false)
    if (!file) return
    if ('text' in file) saveText(file, type)
    else saveBase64(file, type)
  }
  return { isSaving, save: () => void save() }
}
