import type { CSSProperties } from 'react'
import { variable } from '../../../../ui/form/variable.ts'

/** So many of a grid's six columns; a phone has its own way. */
export const findSpan = (columns: number): CSSProperties => variable('--span', columns)
