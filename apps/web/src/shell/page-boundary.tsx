import type { ReactNode } from 'react'
import { Boundary } from '../ui/boundary.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageFrame } from '../ui/page.tsx'

/** A page that fails to draw, or to load its part of the program, takes only itself down. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const fallback = (
    <PageFrame>
      <ErrorState
        what="This page could not be shown."
        meaning="What you saved is safe; only this page failed to open."
        retryLabel="Reload"
        onRetry={() => location.reload()}
      />
    </PageFrame>
  )
  return <Boundary fallback={fallback}>{children}</Boundary>
}
