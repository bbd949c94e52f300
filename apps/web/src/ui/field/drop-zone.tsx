import { Box, Button, Group } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Glyph } from '../text/glyph.tsx'
import { Muted } from '../text/text.tsx'
import css from './drop-zone.module.css'

interface DropZoneProps {
  title: string
  /** Says which files may be dropped. */
  hint: ReactNode
  onFiles: (files: File[]) => void
  /** Filter for the file picker, e.g. ".xml,.zip". */
  accept?: string | undefined
  multiple?: boolean | undefined
  disabled?: boolean | undefined
  chooseLabel?: string | undefined
  /** Additional buttons next to "Choose file". */
  actions?: ReactNode
  small?: boolean | undefined
}

/**
 * An area onto which people drag files, with a button for people who cannot drag. Mantine's Dropzone would add a package, and would turn the whole
 * area into one button.
 */
export function DropZone(props: DropZoneProps) {
  const { title, hint, onFiles, accept, multiple, disabled, chooseLabel = 'Choose file', actions, small } = props
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <Group
      component="section"
      className={over && !disabled ? `${css.drop} ${css.over}` : css.drop}
      wrap="nowrap"
      gap={small ? 'sm' : 20}
      px={small ? 'md' : 'lg'}
      py={small ? 'sm' : 'lg'}
      bg={over ? 'var(--action-tint)' : small ? 'transparent' : 'var(--card)'}
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!small && <Glyph of={IconUpload} />}
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {!small && <h2>{title}</h2>}
        <Muted>{hint}</Muted>
      </Box>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        multiple={multiple ?? false}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <Button size={small ? 'xs' : 'sm'} disabled={disabled ?? false} onClick={() => picker.current?.click()}>
        {chooseLabel}
      </Button>
      {actions}
    </Group>
  )
}
