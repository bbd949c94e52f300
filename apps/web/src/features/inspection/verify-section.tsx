import { Button, Stack } from '@mantine/core'
import { IconFileSearch, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Note } from '../../ui/layout/note.tsx'
import { loadable } from '../../ui/page/loadable.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'

const VerifyFile = loadable(() => import('../../ui/field/verify-file.tsx'))

/** Explains how a third party verifies a pack, shows the key to compare, and offers the same check in this browser. */
export function VerifySection({ fingerprint }: { fingerprint: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap="md">
      <Note
        icon={IconShieldCheck}
        title="Anyone can verify a pack offline"
        action={
          !isOpen && (
            <Button size="xs" leftSection={<Glyph of={IconFileSearch} size={16} />} onClick={() => setOpen(true)}>
              Verify a pack here
            </Button>
          )
        }
      >
        Unzip it, open verify.html in any browser and drop the zip file on the page. It works offline and names every file that was changed,
        added or removed.
        {fingerprint && (
          <SubText>
            Fingerprint of the key that signs our packs: <Code groups={fingerprint.split(' ')} copy="fingerprint of the key" wraps />
          </SubText>
        )}
      </Note>
      {isOpen && <VerifyFile fingerprint={fingerprint} />}
    </Stack>
  )
}
