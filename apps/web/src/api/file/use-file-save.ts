import { useState } from 'react'
import { saveBase64, saveText } from './download.ts'

/** Options for a query that creates a file: always refetched, never cached, and the query client shows its failure. */
export const FRESH = { staleTime: 0, gcTime: 0, meta: { loud: true } } as const

type File = { filename: string; text: string } | { filename: string; base64: string }

/**
 * Saves the file that a query creates, and reports while it is being created: `useFileSave(() => utils.med.readManyCsv.fetch(search, FRESH),
 * 'text/csv')`.
 */
export function useFileSave(fetch: () => Promise<File>, type: 'text/csv' | 'application/pdf'): { isSaving: boolean; save: () => void } {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const file = await fetch().catch(() => undefined) // the failure has already been shown
    setSaving(false)
    if (!file) return
    if ('text' in file) saveText(file, type)
    else saveBase64(file, type)
  }
  return { isSaving, save: () => void save() }
}
