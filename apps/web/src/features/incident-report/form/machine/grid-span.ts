import type { CSSProperties } from 'react'
import { cssVariable } from '../../../../ui/layout/css-variable.ts'

/** Spans this many of the grid's six columns; phones use their own layout. */
export const makeGridSpan = (columns: number): CSSProperties => cssVariable('--span', columns)
