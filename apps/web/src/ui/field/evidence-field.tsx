import { Button, Group, Input, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Glyph } from '../text/glyph.tsx'

interface Chosen {
  id: number
  filename: string
}

interface EvidenceFieldProps {
  label: string
  value: Chosen | null
  onChange: (value: Chosen | null) => void
  /** Uploads the file and resolves to its stored name. */
  upload: (file: File) => Promise<Chosen>
  /** The text to show for a failed upload. */
  wordsOf: (error: unknown) => string
  /** Called when an upload begins or ends, so that the form can wait for it. */
  onBusy: (isBusy: boolean) => void
  /** The form's message if the file is required but missing. */
  refusal?: ReactNode
}

/** Uploads a supporting file as soon as it is chosen; the form references it when saved. */
export function EvidenceField({ label, value, onChange, upload, wordsOf, onBusy, refusal }: EvidenceFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const error = failure ?? refusal
  const take = async (file: File) => {
    setFailure(undefined)
    setSending(file.name)
    onBusy(true)
    try {
      onChange(await upload(file))
    } catch (reason) {
      setFailure(wordsOf(reason))
    }
    setSending(undefined)
    onBusy(false)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={<span role="status">{sending ? `Sending ${sending}` : 'A scan, PDF or picture, up to 10 MB'}</span>}
      error={
        error && (
          <span id={`${id}-error`} role="alert">
            {error}
          </span>
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="xs" mih={36}>
        <input
          ref={input}
          type="file"
          hidden
          aria-labelledby={`${id}-label`}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) void take(file)
            event.currentTarget.value = ''
          }}
        />
        {value && (
          <Text span style={{ overflowWrap: 'anywhere' }}>
            {value.filename}
          </Text>
        )}
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
      </Group>
    </Input.Wrapper>
  )
}
