import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import css from './button.module.css'
import { Glyph } from './glyph.tsx'

interface IconButtonProps extends Pick<ButtonProps, 'size' | 'loading' | 'disabled' | 'variant' | 'visibleFrom'> {
  of: Icon
  /** Accessible name and tooltip. */
  label: string
  /** Whether the menu or panel it controls is open. */
  isOpen?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-pressed'?: boolean | undefined
}

/** A button with only an icon, subtle unless `variant` says otherwise. */
export function IconButton({ of, label, isOpen, className, onClick, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="subtle"
      className={[css.sign, className].filter(Boolean).join(' ')}
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={onClick}
      {...rest}
    >
      <Glyph of={of} />
    </Button>
  )
}
