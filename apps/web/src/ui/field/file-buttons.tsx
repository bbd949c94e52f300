import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Glyph } from '../text/glyph.tsx'

interface FileButtonsProps {
  className?: string | undefined
  /** For each button, its label and the function that creates and saves its file. */
  files: Readonly<Record<string, () => Promise<unknown>>>
}

/** Buttons that each create a file; while one file is being created, the other buttons are disabled. */
export function FileButtons({ className, files }: FileButtonsProps) {
  const [loading, setLoading] = useState<string>()
  const fetch = async (label: string, make: () => Promise<unknown>) => {
    setLoading(label)
    await make().catch(() => undefined) // the query client shows the error
    setLoading(undefined)
  }
  return (
    <Group gap="xs" className={className}>
      {Object.entries(files).map(([label, make]) => (
        <Button
          key={label}
          loading={loading === label}
          disabled={loading !== undefined && loading !== label}
          leftSection={<Glyph of={IconDownload} size={16} />}
          onClick={() => void fetch(label, make)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
