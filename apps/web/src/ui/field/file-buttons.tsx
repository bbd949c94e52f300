import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Glyph } from '../text/glyph.tsx'

interface FileButtonsProps {
  className?: string | undefined
  /** What each button makes and saves, by its words. */
  files: Readonly<Record<string, () => Promise<unknown>>>
}

/** Buttons that each make a file; while one is made the others wait. */
export function FileButtons({ className, files }: FileButtonsProps) {
  const [loading, setLoading] = useState<string>()
  const fetch = async (label: string, make: () => Promise<unknown>) => {
    setLoading(label)
    await make().catch(() => undefined) // said by the one place of errors
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
