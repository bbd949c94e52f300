import type { Label } from '@seriatim/gs1'
import { Note } from '../../ui/note.tsx'
import { labelDifference } from '../scan/label-words.ts'

interface LabelNoteProps {
  label: Label
  onFile: { lotNumber: string | null; expirationDate: string | null } | undefined
}

/** That the scanned label says something else than the record that filled the fields: it may be what the report is about. */
export function LabelNote({ label, onFile }: LabelNoteProps) {
  const words = onFile ? labelDifference(label, onFile, 'record') : ''
  if (!words) return null
  return (
    <Note meaning="stop" title="The label and the record do not say the same" alert>
      {words} The fields below have what the record says. Write both into the description.
    </Note>
  )
}
