import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isPageAddress } from './page-address.ts'

/** Put here by build/service-worker-plugin.ts. */
declare const __KEPT_FILES__: { url: string; revision: string | null }[]
declare const __PAGE_REVISION__: string

/** The part of the worker's global scope that is used; the browser's types for it do not stand beside those of a page. */
interface Scope {
  addEventListener(type: 'install', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  skipWaiting(): Promise<void>
}
const scope = self as unknown as Scope // this file runs as a service worker

/** One page serves every address of the product, so one copy of it is kept, whatever address was opened. */
const PAGE = '/'
const PAGES = `page-${__PAGE_REVISION__}`
/** Longer than a slow line takes, shorter than a person waits. */
const PATIENCE_S = 3

cleanupOutdatedCaches()
precacheAndRoute(__KEPT_FILES__)

const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: PATIENCE_S,
  plugins: [
    {
      cacheKeyWillBeUsed: async () => PAGE,
      // The page that was kept with this version's files is the one that fits them.
      cacheWillUpdate: async () => null,
    },
  ],
})
registerRoute(({ request, url }) => request.mode === 'navigate' && isPageAddress(url.pathname), pages)
/** Files too large to be kept from the beginning. Their names change with what is in them, so that old ones are never asked for again. */
const ASSETS = 'assets'
const MOST_ASSETS = 40
const assets = new CacheFirst({
  cacheName: ASSETS,
  plugins: [
    {
      cacheDidUpdate: async () => {
        const cache = await caches.open(ASSETS)
        // In the order in which they were kept.
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

/** A new version waits until somebody takes it: never in the middle of a scan. */
scope.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void scope.skipWaiting()
})

async function dropOldPages(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('page-') && name !== PAGES)
  // The one before still serves until this version is taken.
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}
