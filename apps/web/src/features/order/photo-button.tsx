import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { readSmallFile, type SmallFile } from '../../api/file/small-file.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface PhotoButtonProps {
  label: string
  onPhoto: (photo: SmallFile) => void
  loading?: boolean
}

/** Takes or chooses a photo and downsizes it to fit into a call. */
export function PhotoButton({ label, onPhoto, loading = false }: PhotoButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    const small = await readSmallFile(file)
    if (small) onPhoto(small)
    else toast.attention('This photo is too large, or is not a picture.')
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
      <Button leftSection={<Glyph of={IconCamera} size={16} />} loading={loading} onClick={() => picker.current?.click()}>
        {label}
      </Button>
    </>
  )
}
