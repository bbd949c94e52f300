import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isPageAddress } from './page-address.ts'

/** The build inserts both values (build/service-worker-plugin.ts). */
declare const __KEPT_FILES__: { url: string; revision: string | null }[]
declare const __PAGE_REVISION__: string

/** The parts of the worker's global scope that are used here; TypeScript can't load the worker and page type libraries together. */
interface Scope {
  addEventListener(type: 'install', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  skipWaiting(): Promise<void>
}
const scope = self as unknown as Scope // this file runs as a service worker

/** The server answers every path of the web app with the same page, so a single copy is cached for all paths. */
const PAGE = '/'
const PAGES = `page-${__PAGE_REVISION__}`
/** Seconds to wait for the server before the cached page is shown: more than a slow connection needs, and less than a person is willing to wait. */
const TIMEOUT_S = 3

cleanupOutdatedCaches()
precacheAndRoute(__KEPT_FILES__)

const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: TIMEOUT_S,
  plugins: [
    {
      cacheKeyWillBeUsed: async () => PAGE,
      // The cached page is never replaced by a newer one from the server, because only the page of this version fits the cached files.
      cacheWillUpdate: async () => null,
    },
  ],
})
registerRoute(({ request, url }) => request.mode === 'navigate' && isPageAddress(url.pathname), pages)
/** Cache for files too large to precache. Their names contain a content hash, so outdated ones are never requested again. */
const ASSETS = 'assets'
const MOST_ASSETS = 40
const assets = new CacheFirst({
  cacheName: ASSETS,
  plugins: [
    {
      cacheDidUpdate: async () => {
        const cache = await caches.open(ASSETS)
        // `cache.keys()` returns the oldest entries first.
        const all = await cache.keys()
        await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ASSETS)).map((request) => cache.delete(request)))
      },
    },
  ],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets)

scope.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(PAGES)
      .then((cache) => cache.add(PAGE))
      .then(dropOldPages),
  )
})

/** A new version waits until the user accepts it, so it never interrupts a scan. */
scope.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void scope.skipWaiting()
})

async function dropOldPages(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('page-') && name !== PAGES)
  // Keeps the newest of the old caches: the previous version still serves its page from that cache until this version takes over.
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}
