import type { CSSProperties } from 'react'

/** So many of a grid's six columns; a phone has its own way. */
export const findSpan = (columns: number): CSSProperties => ({ '--span': columns }) as CSSProperties // a variable of our own
