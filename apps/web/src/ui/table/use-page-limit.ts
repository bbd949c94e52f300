import { useState } from 'react'

const PHONE = '(max-width: 640px)'
const ON_PHONE = { limit: 25 } as const

/** How many rows a list asks for at once: on a phone what a thumb scrolls through, on a desk what the server gives by default. */
export function usePageLimit(): { limit?: number } {
  const [piece] = useState(() => (globalThis.matchMedia(PHONE).matches ? ON_PHONE : {}))
  return piece
}
