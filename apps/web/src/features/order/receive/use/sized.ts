import type { CSSProperties } from 'react'
import { variable } from '../../../../ui/form/variable.ts'

/**
 * A length of the result panel: so many rem where there is room, a share of it (`--k` of cockpit.module.css) where there is less, and never
 * less than `least` rem.
 */
export const sized = (rem: number, least = 0) => `calc(max(${least}rem, ${rem}rem * var(--k)))`

/** Left and right of what stands in the panel. */
export const PANEL_PADDING = sized(2)

/** The rim of the panel where nothing was scanned yet. */
export const RESTING: CSSProperties = { ...variable('--rim', 'var(--edge)'), borderStyle: 'dashed' }
