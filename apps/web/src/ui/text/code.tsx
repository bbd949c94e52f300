import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import css from './code.module.css'
import { Glyph } from './glyph.tsx'
import { VisuallyHidden } from './text.tsx'

interface CodeProps {
  /** The code in its groups for reading; joined, they are the code. Groups are spaced by margin, so a copy has no spaces. */
  groups: readonly string[]
  /** What it is, for the copy button: "serial number". Without it the code is only text. */
  copy?: string | undefined
  /** The last group bold: the part of a serial that people compare. */
  boldTail?: boolean | undefined
  /** A long one goes on in the next line, wherever it has to. */
  wraps?: boolean | undefined
  /** Beside many others, in a table. */
  small?: boolean | undefined
}

/** Serial, GTIN, lot, GLN, SSCC in the monospace face. */
export function Code({ groups, copy, boldTail, wraps, small }: CodeProps) {
  const className = [css.code, wraps && css.wraps].filter(Boolean).join(' ')
  const style = small ? { fontSize: 12 } : {}
  const whole = groups.join('')
  const letters = groups.map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
    <i key={at} className={boldTail && at === groups.length - 1 ? css.tail : undefined}>
      {group}
    </i>
  ))
  return copy ? (
    <CopyCode whole={whole} what={copy} letters={letters} className={className} style={style} />
  ) : (
    <span className={className} style={style}>
      {letters}
    </span>
  )
}

interface CopyCodeProps {
  whole: string
  what: string
  letters: ReactNode
  className: string
  style: CSSProperties
}

function CopyCode({ whole, what, letters, className, style }: CopyCodeProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const write = async () => {
    await navigator.clipboard.writeText(whole)
    setCopied(true)
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <UnstyledButton
      className={`${className} ${css.copy}`}
      style={style}
      title={`Copy ${what}`}
      onClick={() => void write().catch(() => setCopied(false))}
    >
      {letters}
      <Glyph of={Icon} size={16} className={css.sign} color={copied ? 'var(--done-text)' : 'var(--ink-3)'} />
      <VisuallyHidden role="status">{copied ? ` ${what} copied` : `, copy ${what}`}</VisuallyHidden>
    </UnstyledButton>
  )
}
