import type { CSSProperties } from 'react'
import { cssVariable } from '../../../ui/layout/css-variable.ts'

/** A length in the result panel: `rem` if there is room, scaled down (by `--k` of the page around it) if not, but never less than `least` rem. */
export const scaleLength = (rem: number, least = 0) => `calc(max(${least}rem, ${rem}rem * var(--k)))`

/** Left and right padding of the panel's content. */
export const PANEL_PADDING = scaleLength(2)

/** Border of the panel before the first scan. */
export const EMPTY_BORDER: CSSProperties = { ...cssVariable('--rim', 'var(--edge)'), borderStyle: 'dashed' }
