import type { Icon } from '@tabler/icons-react'
import css from './glyph.module.css'

/** Lines stay as heavy as the text beside them. */
const STROKE = { 12: 2.5, 14: 2.25, 16: 2, 20: 1.75, 28: 1.75 } as const

interface GlyphProps {
  of: Icon
  /** CSS pixels. */
  size?: keyof typeof STROKE | undefined
  /** What it says by itself; without it words stand beside it, and it is not read out. */
  label?: string | undefined
  /** Else that of the text. */
  color?: string | undefined
  className?: string | undefined
}

/** An icon, in one of the sizes there are. */
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
