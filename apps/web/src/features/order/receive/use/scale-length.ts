import type { CSSProperties } from 'react'
import { cssVariable } from '../../../../ui/layout/css-variable.ts'

/**
 * A length of the result panel: so many rem where there is room, a share of it (`--k` of cockpit.module.css) where there is less, and never
 * less than `least` rem.
 */
export const scaleLength = (rem: number, least = 0) => `calc(max(${least}rem, ${rem}rem * var(--k)))`

/** Left and right of what stands in the panel. */
export const PANEL_PADDING = scaleLength(2)

/** The rim of the panel where nothing was scanned yet. */
export const EMPTY_BORDER: CSSProperties = { ...cssVariable('--rim', 'var(--edge)'), borderStyle: 'dashed' }
