import type { CSSProperties } from 'react'
import { cssVariable } from '../../../ui/layout/css-variable.ts'

/**
 * CSS length in the result panel: `rem` at full size. In a small panel, it is multiplied by the factor `--k`, which the page around the panel sets,
 * but it never falls below `least` rem.
 */
export const scaleLength = (rem: number, least = 0) => `calc(max(${least}rem, ${rem}rem * var(--k)))`

/** Left and right padding of the panel's content. */
export const PANEL_PADDING = scaleLength(2)

/** Border of the panel before the first scan. */
export const EMPTY_BORDER: CSSProperties = { ...cssVariable('--rim', 'var(--edge)'), borderStyle: 'dashed' }
