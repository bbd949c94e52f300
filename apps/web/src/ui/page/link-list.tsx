import { Box, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Muted } from '../text/text.tsx'
import css from './link-list.module.css'

export interface NextLink {
  href: string
  label: string
  words: string
  /** Something on the linked page that needs attention. */
  warning?: ReactNode
}

/** Links to pages that the reader may want next, each with a description. The caller wraps the list in a `nav` with a heading or a label. */
export function LinkList({ ways }: { ways: readonly NextLink[] }) {
  return (
    <Paper component="ul" className={css.list} bg="var(--card)" withBorder>
      {ways.map(({ href, label, words, warning }) => (
        <li key={href}>
          <Link href={href}>
            <b>{label}</b>
            <Muted>{words}</Muted>
            {warning && <Box c="var(--stop-text)">{warning}</Box>}
          </Link>
        </li>
      ))}
    </Paper>
  )
}
