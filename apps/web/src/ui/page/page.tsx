import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './page.module.css'

export interface Crumb {
  label: string
  href?: string | undefined
}

const HOME: Crumb = { label: 'Home', href: '/' }

interface PageProps {
  title: string
  /** The path to this page below Home; the last one without `href` is the menu item it belongs to. Absent where a page has no place in the menu. */
  crumbs?: readonly Crumb[] | undefined
  /** One line under the title. */
  lede?: ReactNode
  /** The one primary action, and quieter ones before it. */
  actions?: ReactNode
  /** The same action for the thumb, on phones only; `actions` hide there then. */
  thumb?: ReactNode
  /** Tables may use the whole width. */
  full?: boolean | undefined
  children: ReactNode
}

/** Where a page will stand, or could not. */
export const PageFrame = ({ busy, children }: { busy?: boolean; children?: ReactNode }) => (
  <div className={css.page} aria-busy={busy}>
    {children}
  </div>
)

/** The frame of every page: where you are, what it is called, what to do. */
export function Page({ title, crumbs, lede, actions, thumb, full, children }: PageProps) {
  return (
    <div className={[css.page, full && css.full, thumb && css.thumbed].filter(Boolean).join(' ')}>
      <div className={css.head}>
        <Box miw={0}>
          {crumbs && crumbs.length > 0 && (
            <nav aria-label="Where you are">
              <Group component="ol" gap={6} mb={4} fz="xs" lh="24px" c="var(--ink-3)" className={css.crumbs}>
                {[HOME, ...crumbs].map((crumb) => (
                  <li key={crumb.label}>{crumb.href ? <Link href={crumb.href}>{crumb.label}</Link> : crumb.label}</li>
                ))}
              </Group>
            </nav>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {lede && (
            <Box mt={2} c="var(--ink-2)" data-lede>
              {lede}
            </Box>
          )}
        </Box>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
      {children}
      {thumb && <ThumbBar>{thumb}</ThumbBar>}
    </div>
  )
}

/** At the foot of a phone's window, where the thumb is; nowhere else. */
export const ThumbBar = ({ children }: { children: ReactNode }) => (
  <div className={css.thumb} data-thumb>
    {children}
  </div>
)
