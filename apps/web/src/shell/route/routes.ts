import type { PageRoute } from './page-route.ts'

const contributed = import.meta.glob<Record<string, readonly PageRoute[]>>('../../features/*/*.pages.ts', { eager: true })

/** Every signed-in screen: what each feature's `*.pages.ts` names. */
export const routes: readonly PageRoute[] = Object.values(contributed).flatMap((pages) => Object.values(pages).flat())

/** Addresses that lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/forgotpassword': '/',
  '/settings': '/settings/changepassword',
  '/usermanagement': '/users',
}

/** Loads the page of an address ahead: while the session is refreshed, say. What fails here is tried again where it is shown. */
export function preloadPage(path: string): void {
  const parts = path.split('/')
  const isIt = (pattern: readonly string[]) =>
    pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  routes
    .find((one) => isIt(one.path.split('/')))
    ?.page.preload()
    .catch(() => undefined)
}
