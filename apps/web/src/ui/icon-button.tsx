import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Glyph } from './glyph.tsx'

interface IconButtonProps extends Pick<ButtonProps, 'size' | 'loading' | 'disabled' | 'variant' | 'visibleFrom'> {
  of: Icon
  /** What it does, read out and shown on hover. */
  label: string
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-pressed'?: boolean
}

/** A button that is a sign alone, and a quiet one unless its `variant` says otherwise. */
export function IconButton({ of, label, onClick, size, ...rest }: IconButtonProps) {
  return (
    <Button variant="subtle" className="btn--icon" aria-label={label} title={label} onClick={onClick} {...(size ? { size } : {})} {...rest}>
      <Glyph of={of} size={size ? 16 : 20} />
    </Button>
  )
}
