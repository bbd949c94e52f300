import type { Icon } from '@tabler/icons-react'
import css from './glyph.module.css'

/** Stroke width by size, to match the weight of the text beside it. */
const STROKE = { 12: 2.5, 14: 2.25, 16: 2, 20: 1.75, 28: 1.75 } as const

interface GlyphProps {
  of: Icon
  /** CSS pixels. */
  size?: keyof typeof STROKE | undefined
  /** Accessible name if there is no text beside the icon; otherwise the icon is hidden from screen readers. */
  label?: string | undefined
  /** Default: the color of the text. */
  color?: string | undefined
  className?: string | undefined
}

/** An icon in one of the supported sizes. */
export function Glyph({ of: Drawn, size = 20, label, color, className }: GlyphProps) {
  return (
    <Drawn
      size={size}
      stroke={STROKE[size]}
      color={color}
      className={[css.glyph, className].filter(Boolean).join(' ')}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
