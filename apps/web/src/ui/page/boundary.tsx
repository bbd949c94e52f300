import { Component, type ReactNode } from 'react'

const RELOADED = 'seriatim-reloaded'
/**
 * Minimum time between two reloads of a failing page. If the page fails again so soon, its code is not outdated, and reloading it would never end.
 */
const ONCE_MS = 30_000

/** Browsers' messages for a module that could not be loaded, because the user is offline or the server no longer has the files of this version. */
const MISSING_PART = /dynamically imported module|importing a module script|module script failed|unable to preload|loading (css )?chunk/i

/** Reloads the page if a part of its code is missing, at most once in `ONCE_MS`. Returns true if a reload is under way. */
export function reloadOnce(error: unknown, { now = Date.now(), reload = () => location.reload() } = {}): boolean {
  if (!(error instanceof Error) || !MISSING_PART.test(error.message) || navigator.onLine === false) return false
  if (now - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_MS) return false
  sessionStorage.setItem(RELOADED, String(now))
  reload()
  return true
}

interface Props {
  children: ReactNode
  /** Shown instead of the failed part. */
  fallback: ReactNode
}

/** Shows `fallback` if this part of the page fails to render or to load a module; the rest of the page stays. */
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
