import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Boundary } from '../../ui/page/boundary.tsx'
import { PageFrame } from '../../ui/page/page.tsx'

/** A page that fails to draw, or to load its part of the program, takes only itself down. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const fallback = (
    <PageFrame>
      <ErrorState
        subject="This page"
        verb="shown"
        meaning="What you saved is safe; only this page failed to open."
        retryLabel="Reload"
        onRetry={() => location.reload()}
      />
    </PageFrame>
  )
  return <Boundary fallback={fallback}>{children}</Boundary>
}
