import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { testFetch } from './test-server.ts'
import { setZone } from './ui/text/format.ts'
import { toast } from './ui/toast/toast.ts'
import { preloadToasts } from './ui/toast/toaster.tsx'

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 50_000 })

// As on a page that has stood for a moment.
await preloadToasts()

// The worker's page and modules are shared by its files: what one leaves must not reach the next.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  toast.clear()
  setZone('America/Los_Angeles')
})
afterEach(cleanup)

// There is no network; a test says what the server answers.
globalThis.fetch = testFetch

// Parts of the browser that jsdom has not and Mantine asks for.
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

// Text fields that grow measure themselves again when a font has come.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
