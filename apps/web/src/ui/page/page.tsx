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
  /** Breadcrumbs that follow Home. The last one has no `href` if it is this page. Omit for pages outside the menu. */
  crumbs?: readonly Crumb[] | undefined
  /** One line under the title. */
  lede?: ReactNode
  /** The primary action, preceded by secondary ones. */
  actions?: ReactNode
  /** The primary action within thumb reach on phones, where `actions` is hidden. */
  thumb?: ReactNode
  /** Lets tables use the full width. */
  full?: boolean | undefined
  children: ReactNode
}

/** Frame of a page that is loading or failed to load. */
export const PageFrame = ({ busy, children }: { busy?: boolean; children?: ReactNode }) => (
  <div className={css.page} aria-busy={busy}>
    {children}
  </div>
)

/** Frame of every page: breadcrumbs, title and actions. */
export function Page({ title, crumbs, lede, actions, thumb, full, children }: PageProps) {
  return (
    <div className={[css.page, full && css.full, thumb && css.thumbed].filter(Boolean).join(' ')}>
      <div className={css.head}>
        <Box miw={0} className={css.title}>
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

/** A bar at the bottom of phone screens, within thumb reach; hidden elsewhere. */
export const ThumbBar = ({ children }: { children: ReactNode }) => (
  <div className={css.thumb} data-thumb>
    {children}
  </div>
)
