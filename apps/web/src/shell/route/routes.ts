import type { PageRoute } from './page-route.ts'

const contributed = import.meta.glob<Record<string, readonly PageRoute[]>>('../../features/*/*.pages.ts', { eager: true })

/** Every screen for signed-in people, collected from the features' `*.pages.ts`. */
export const routes: readonly PageRoute[] = Object.values(contributed).flatMap((pages) => Object.values(pages).flat())

/** Old paths and their new targets. */
export const redirects: Readonly<Record<string, string>> = {
  '/forgotpassword': '/',
  '/settings': '/settings/changepassword',
  '/usermanagement': '/users',
}

/** Preloads the page of a path, for example while the session is refreshed. A failure here is retried when the page renders. */
export function preloadPage(path: string): void {
  const parts = path.split('/')
  const isIt = (pattern: readonly string[]) =>
    pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  routes
    .find((one) => isIt(one.path.split('/')))
    ?.page.preload()
    .catch(() => undefined)
}
