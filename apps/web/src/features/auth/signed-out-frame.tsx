import './auth.css'
import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/brand.tsx'
import { ThemeButton } from '../../ui/theme-button.tsx'

interface SignedOutFrameProps {
  /** "Step 1 of 2" */
  step?: string
  /** The session is being looked at: nothing to do for a moment. */
  busy?: boolean
  children?: ReactNode
}

export function SignedOutFrame({ step, busy, children }: SignedOutFrameProps) {
  return (
    <div className="signed-out">
      <header>
        <span className="brand">
          <BrandMark />
          <span>Seriatim</span>
        </span>
        <ThemeButton />
      </header>
      <main>
        {step && <p className="step-name">{step}</p>}
        {busy ? (
          <p className="splash" role="status">
            One moment
          </p>
        ) : (
          children
        )}
      </main>
    </div>
  )
}
