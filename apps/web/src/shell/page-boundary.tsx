import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'

interface State {
  failed: boolean
}

/** A page that fails to draw, or to load its part of the program, takes only itself down. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <ErrorState
          what="This page could not be shown."
          meaning="What you saved is safe; only this page failed to open."
          onRetry={() => location.reload()}
        />
      </div>
    )
  }
}
