import type { ReactNode } from 'react'
import { scaleLength } from './scale-length.ts'

export type Shape = 'disc' | 'ring' | 'back' | 'diamond' | 'octagon' | 'square'

/** Full disc: received. Open ring: already received. Ring with a back arrow: undone. Diamond: another order. Octagon: stop. Square: unknown. */
const large: Record<Shape, ReactNode> = {
  disc: (
    <>
      <circle fill="currentColor" cx="64" cy="64" r="60" />
      <path stroke="var(--fill)" strokeWidth="13" d="M37 66l18 18 37-40" />
    </>
  ),
  ring: (
    <>
      <circle stroke="currentColor" cx="64" cy="64" r="55" strokeWidth="10" />
      <path stroke="currentColor" strokeWidth="11" d="M42 52h44M42 76h44" />
    </>
  ),
  back: (
    <>
      <circle stroke="currentColor" cx="64" cy="64" r="55" strokeWidth="10" />
      <path stroke="currentColor" strokeWidth="11" d="M54 38L36 56l18 18M38 56h32a18 18 0 0 1 0 36H58" />
    </>
  ),
  diamond: (
    <>
      <path fill="currentColor" d="M64 3l61 61-61 61L3 64z" stroke="currentColor" strokeWidth="4" />
      <path stroke="var(--fill)" strokeWidth="11" d="M38 64h50M68 43l21 21-21 21" />
    </>
  ),
  octagon: (
    <>
      <path fill="currentColor" d="M39 4h50l35 35v50l-35 35H39L4 89V39z" />
      <path stroke="var(--fill)" strokeWidth="14" d="M64 34v36" />
      <circle fill="var(--fill)" cx="64" cy="93" r="9" />
    </>
  ),
  square: (
    <>
      <rect fill="currentColor" x="7" y="7" width="114" height="114" rx="6" />
      <path stroke="var(--fill)" strokeWidth="12" d="M46 48a18 18 0 1 1 27 16c-6 4-9 8-9 14" />
      <circle fill="var(--fill)" cx="64" cy="97" r="8" />
    </>
  ),
}

const small: Record<Shape, string> = {
  disc: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.5l2.8 2.8L16 9.5',
  ring: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 10h7M8.5 14h7',
  back: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10.5 8 8 10.5l2.5 2.5M8.3 10.5h4.4a2.4 2.4 0 0 1 0 4.8H11',
  diamond: 'M12 3l9 9-9 9-9-9zM9 12h6M12.5 9.5 15 12l-2.5 2.5',
  octagon: 'M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM12 8v5M12 16v.01',
  square: 'M4 4h16v16H4zM10 9.6a2.1 2.1 0 1 1 3 1.9c-.7.4-1 .8-1 1.6M12 16.2v.01',
}

export function ResultShape({ shape }: { shape: Shape }) {
  return (
    <svg
      viewBox="0 0 128 128"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none', width: scaleLength(8), height: scaleLength(8) }}
      aria-hidden="true"
    >
      {large[shape]}
    </svg>
  )
}

export function SmallShape({ shape }: { shape: Shape }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      display="block"
      aria-hidden="true"
    >
      <path d={small[shape]} />
    </svg>
  )
}
