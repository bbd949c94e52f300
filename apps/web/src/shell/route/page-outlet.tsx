import { type ReactNode, useEffect } from 'react'
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Boundary } from '../../ui/page/boundary.tsx'
import { type Loadable, useLoaded } from '../../ui/page/loadable.tsx'
import { Page, PageFrame } from '../../ui/page/page.tsx'
import { HomeLink } from '../menu/home-link.tsx'
import { NoPage } from './no-page.tsx'
import type { PageRoute } from './page-route.ts'
import { mayUse } from './rights.ts'
import { redirects, routes } from './routes.ts'

export interface Match {
  route: PageRoute
  params: Record<string, string>
}

export function useMatch(known: readonly PageRoute[] = routes): Match | undefined {
  const [path] = useLocation()
  const { parser } = useRouter()
  for (const route of known) {
    const [matches, params] = matchRoute(parser, route.path, path)
    if (matches)
      return { route, params: Object.fromEntries(Object.entries(params ?? {}).map(([key, value]) => [key, String(value ?? '')])) }
  }
  return undefined
}

/** Renders the page for the current path. If the path is unknown, or if the user has no right to the page, explains that instead. */
export function PageOutlet({ match, leads = redirects }: { match: Match | undefined; leads?: Readonly<Record<string, string>> }) {
  const [path] = useLocation()
  const session = useSession()
  const elsewhere = leads[path]
  if (elsewhere) return <Redirect to={elsewhere} replace />
  if (!match) return <NotFound path={path} />
  if (!mayUse(match.route.right, session)) return <NoAccess path={path} />
  const { page, title } = match.route
  return (
    <PageBoundary key={path}>
      <OpenPage page={page} path={path} title={typeof title === 'string' ? title : title(match.params)} />
    </PageBoundary>
  )
}

function OpenPage({ page, path, title }: { page: Loadable<object>; path: string; title: string }) {
  const Ready = useLoaded(page)
  if (!Ready) return <PageFrame busy />
  return (
    <>
      <Ready />
      <Arrival path={path} title={title} />
    </>
  )
}

let lastPath: string | undefined

/** Sets the window title and, after a navigation, focuses the heading, so that screen readers start at the top of the new page. */
function Arrival({ path, title }: { path: string; title: string }) {
  useEffect(() => {
    document.title = `${title} · Seriatim`
  }, [title])
  useEffect(() => {
    const navigated = lastPath !== undefined && lastPath !== path
    lastPath = path
    if (!navigated) return
    window.scrollTo(0, 0)
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.closest('main input, main textarea')) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [path])
  return null
}

function NotFound({ path }: { path: string }) {
  return (
    <>
      <NoPage />
      <Arrival path={path} title="Page not found" />
    </>
  )
}

function NoAccess({ path }: { path: string }) {
  return (
    <Page title="You do not have access to this page">
      <Card>
        <EmptyState action={<HomeLink />}>Your administrator can give you access.</EmptyState>
      </Card>
      <Arrival path={path} title="No access" />
    </Page>
  )
}

/** Shows an error in this page's frame if the page fails to render or to load. */
function PageBoundary({ children }: { children: ReactNode }) {
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
