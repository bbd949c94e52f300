import { Component, type ReactNode } from 'react'

const RELOADED = 'seriatim-reloaded'
/** Within this time a second failure is no old page any more, and reloading again would go round in circles. */
const ONCE_MS = 30_000

/** Browsers' words for a part of the program that could not be loaded: away, or of a version that is gone. */
const MISSING_PART = /dynamically imported module|importing a module script|module script failed|unable to preload|loading (css )?chunk/i

/** True when the page is being loaded again by itself, which is tried once. */
export function reloadOnce(error: unknown, { now = Date.now(), reload = () => location.reload() } = {}): boolean {
  if (!(error instanceof Error) || !MISSING_PART.test(error.message) || navigator.onLine === false) return false
  if (now - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_MS) return false
  sessionStorage.setItem(RELOADED, String(now))
  reload()
  return true
}

interface Props {
  children: ReactNode
  /** What stands there instead of what failed. */
  fallback: ReactNode
}

/** What fails to draw, or to load its part of the program, takes only itself down. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reloadOnce(error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
