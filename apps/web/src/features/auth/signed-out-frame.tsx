import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/page/brand.tsx'
import { ThemeButton } from '../../ui/page/theme-button.tsx'
import css from './auth.module.css'

interface SignedOutFrameProps {
  /** Progress through sign-in, such as "Step 1 of 2". */
  step?: string
  /** True while the session is being checked: "One moment" is shown instead of `children`. */
  busy?: boolean
  children?: ReactNode
}

export function SignedOutFrame({ step, busy, children }: SignedOutFrameProps) {
  return (
    <div className={css.frame}>
      <header>
        <Brand />
        <ThemeButton />
      </header>
      <main>
        {step && (
          <Box component="span" display="block" fz="xs" lh="16px" c="var(--ink-3)">
            {step}
          </Box>
        )}
        {busy ? (
          <p className={css.busy} role="status">
            One moment
          </p>
        ) : (
          children
        )}
      </main>
    </div>
  )
}
