import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface Crumb {
  label: string
  href?: string
}

interface PageProps {
  title: string
  /** Where this page hangs; the last one without `href` is the menu item it belongs to. */
  crumbs?: readonly Crumb[]
  /** One line under the title. */
  lede?: ReactNode
  /** The one primary action, and quieter ones before it. */
  actions?: ReactNode
  /** The same action for the thumb, on phones only; `actions` hide there then. */
  thumb?: ReactNode
  /** Tables may use the whole width. */
  full?: boolean
  children: ReactNode
}

/** The frame of every page: where you are, what it is called, what to do. */
export function Page({ title, crumbs, lede, actions, thumb, full, children }: PageProps) {
  return (
    <div className={['page', full && 'page--full', thumb && 'has-thumb'].filter(Boolean).join(' ')}>
      <div className="page-head">
        <div className="page-title">
          {crumbs && crumbs.length > 0 && (
            <nav className="crumbs" aria-label="Where you are">
              <ol>
                {crumbs.map((crumb) => (
                  <li key={crumb.label}>{crumb.href ? <Link href={crumb.href}>{crumb.label}</Link> : crumb.label}</li>
                ))}
              </ol>
            </nav>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {lede && <div className="lede">{lede}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
      {thumb && <div className="thumb">{thumb}</div>}
    </div>
  )
}
