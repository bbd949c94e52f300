import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import css from './code.module.css'
import { Glyph } from './glyph.tsx'
import { VisuallyHidden } from './text.tsx'

interface CodeProps {
  /** The code split into readable groups that join to the original. Margins separate them, so copied text has no spaces. */
  groups: readonly string[]
  /** What the code is, for the label of the copy button, such as "serial number". Without it there is no button. */
  copy?: string | undefined
  /** The text to copy if `groups` contains only a part of it, as with a shortened fingerprint. Default: the joined groups. */
  whole?: string | undefined
  /** Bolds the last group, the part of a serial number that people compare. */
  boldTail?: boolean | undefined
  /** Lets a long code break anywhere. */
  wraps?: boolean | undefined
  /** Small text, for tables. */
  small?: boolean | undefined
}

/** A serial number, GTIN, lot, GLN or SSCC in monospace. */
export function Code({ groups, copy, whole = groups.join(''), boldTail, wraps, small }: CodeProps) {
  const className = [css.code, wraps && css.wraps].filter(Boolean).join(' ')
  const style = small ? { fontSize: 12 } : {}
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
