import { useState } from 'react'

const PHONE = '(max-width: 640px)'
const ON_PHONE = { limit: 25 } as const

/** Page size of lists: smaller on phones, the server's default on desktops. */
export function usePageLimit(): { limit?: number } {
  const [piece] = useState(() => (globalThis.matchMedia(PHONE).matches ? ON_PHONE : {}))
  return piece
}
