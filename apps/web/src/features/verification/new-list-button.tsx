import { Button } from '@mantine/core'
import type { VerificationChoices } from '@seriatim/schema'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { NewListDialog } from './new-list-dialog.tsx'

/** Opens the dialog that creates a list. The choices are loaded first, so that the dialog does not change its height. */
export function NewListButton() {
  const utils = trpc.useUtils()
  const [choices, setChoices] = useState<VerificationChoices>()
  const [isLoading, setLoading] = useState(false)
  const open = async () => {
    setLoading(true)
    const found = await utils.verification.readOneChoices.fetch(undefined, { staleTime: 0, meta: { loud: true } }).catch(() => undefined)
    setLoading(false)
    setChoices(found)
  }
  return (
    <>
      <Button variant="filled" loading={isLoading} leftSection={<Glyph of={IconListCheck} size={16} />} onClick={() => void open()}>
        Verify a list
      </Button>
      {choices && <NewListDialog choices={choices} onClose={() => setChoices(undefined)} />}
    </>
  )
}
