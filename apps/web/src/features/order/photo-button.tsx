import { Button } from '@mantine/core'
import type { TicketFile } from '@seriatim/schema'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTicketFile } from '../../api/file/use-ticket-file.ts'
import { Glyph } from '../../ui/text/glyph.tsx'

interface PhotoButtonProps {
  label: string
  onPhoto: (photo: TicketFile) => void
  loading?: boolean
}

/** Takes or chooses a photo and uploads it. */
export function PhotoButton({ label, onPhoto, loading = false }: PhotoButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { upload, isUploading } = useTicketFile()
  const take = async (file: File | undefined) => {
    if (!file) return
    const photo = await upload(file)
    if (photo) onPhoto(photo)
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button leftSection={<Glyph of={IconCamera} size={16} />} loading={loading || isUploading} onClick={() => picker.current?.click()}>
        {label}
      </Button>
    </>
  )
}
