import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import css from './evidence-field.module.css'
import { Glyph } from './glyph.tsx'

interface Chosen {
  id: number
  filename: string
}

interface EvidenceFieldProps {
  label: string
  value: Chosen | null
  onChange: (value: Chosen | null) => void
  /** Sends the file; what it is called from then on. */
  upload: (file: File) => Promise<Chosen>
  /** What a failure says. */
  wordsOf: (error: unknown) => string
  /** A file is on its way: the form waits. */
  onBusy: (isBusy: boolean) => void
}

/** A file that shows something: chosen, sent at once, and named by the form when that is saved. */
export function EvidenceField({ label, value, onChange, upload, wordsOf, onBusy }: EvidenceFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<string>()
  const [error, setError] = useState<string>()
  const take = async (file: File) => {
    setError(undefined)
    setSending(file.name)
    onBusy(true)
    try {
      onChange(await upload(file))
    } catch (failure) {
      setError(wordsOf(failure))
    }
    setSending(undefined)
    onBusy(false)
  }
  return (
    <div className={css.field}>
      <span className={css.label} id={`${id}-label`}>
        {label}
      </span>
      <div className={css.line}>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) void take(file)
            event.currentTarget.value = ''
          }}
        />
        {value && <span className={css.name}>{value.filename}</span>}
        <Button
          size="xs"
          loading={sending !== undefined}
          leftSection={<Glyph of={IconPaperclip} size={14} />}
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => input.current?.click()}
        >
          {value ? 'Choose another file' : 'Choose a file'}
        </Button>
        {value && (
          <Button size="xs" variant="subtle" aria-label={`Remove ${value.filename}`} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <span className={css.hint} role="status">
        {sending ? `Sending ${sending}` : 'A scan, PDF or picture, up to 10 MB'}
      </span>
      {error && (
        <span className={css.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
