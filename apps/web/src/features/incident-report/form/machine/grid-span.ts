import type { CSSProperties } from 'react'
import { cssVariable } from '../../../../ui/layout/css-variable.ts'

/** So many of a grid's six columns; a phone has its own way. */
export const makeGridSpan = (columns: number): CSSProperties => cssVariable('--span', columns)
