import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { testFetch } from './test-server.ts'
import { setZone } from './ui/text/format.ts'
import { toast } from './ui/toast/toast.ts'
import { preloadToasts } from './ui/toast/toaster.tsx'

// Rendering is slow on a busy machine.
configure({ asyncUtilTimeout: 50_000 })

// Loads the toasts before the tests, because on a page that has been open for a moment they are loaded already.
await preloadToasts()

// The test files that a worker runs share the page and the modules, so nothing that one file leaves behind may reach the next.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  toast.clear()
  setZone('America/Los_Angeles')
})

/** Listeners that may keep the page from closing. */
const closeGuards = new Set<EventListenerOrEventListenerObject>()
const listen: typeof window.addEventListener & { unwatched?: typeof window.addEventListener } = window.addEventListener
const unwatched = listen.unwatched ?? listen.bind(window) // an earlier file of this worker may have replaced the function already
const watched = (type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean) => {
  if (type === 'beforeunload') closeGuards.add(listener)
  unwatched(type, listener, options)
}
window.addEventListener = Object.assign(watched, { unwatched })

// A form warns before the page closes until its last save has ended, even after the user has left the form. A test may end before that save, so its
// warnings are removed here.
afterEach(() => {
  cleanup()
  for (const listener of closeGuards) window.removeEventListener('beforeunload', listener)
  closeGuards.clear()
})

// There is no network; a test defines the server's answers.
globalThis.fetch = testFetch

// Browser features that Mantine needs but jsdom lacks.
globalThis.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})
globalThis.scrollTo = () => undefined
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom does not scroll.
Element.prototype.scrollIntoView ??= () => {}

// Auto-growing text fields listen to `document.fonts`, which jsdom lacks, to measure themselves again when a font has loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
