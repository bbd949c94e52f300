import { Button } from '@mantine/core'
import type { VerificationChoices } from '@seriatim/schema'
import { IconShieldQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import type { Origin } from './subject-values.ts'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

interface VerifyButtonProps extends Origin {
  label?: string
  size?: 'xs'
  isFilled?: boolean
}

/**
 * Opens the dialog in which a person asks the manufacturer about a package. The choices are loaded first, so that the dialog does not change its
 * height.
 */
export function VerifyButton({ label = 'Verify with the manufacturer', size, isFilled = false, ...origin }: VerifyButtonProps) {
  const utils = trpc.useUtils()
  const [choices, setChoices] = useState<VerificationChoices>()
  const [isLoading, setLoading] = useState(false)
  const mayAsk = mayUse('verification:ask', useSession())
  if (!mayAsk) return null
  const open = async () => {
    setLoading(true)
    const [found] = await Promise.all([
      utils.verification.readOneChoices.fetch(undefined, { staleTime: 0, meta: { loud: true } }).catch(() => undefined),
      import('./ask-dialog.tsx'),
    ])
    setLoading(false)
    setChoices(found)
  }
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        {...(isFilled ? { variant: 'filled' } : {})}
        // A list may have several small buttons, so the label names the package.
        {...(size && origin.subject ? { 'aria-label': `${label} ${origin.subject.name}` } : {})}
        loading={isLoading}
        leftSection={<Glyph of={IconShieldQuestion} size={16} />}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {choices && (
        <Suspense>
          <AskDialog choices={choices} origin={origin} onClose={() => setChoices(undefined)} />
        </Suspense>
      )}
    </>
  )
}
