import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Failed } from '../../ui/page/loaded.tsx'

interface BlockProps {
  /** Id of the heading. */
  id: string
  title: string
  /** Shown after the title: how many items are pending, such as `3 recalls` or `2 due`. */
  amount?: ReactNode
  /** Link to the full list. */
  all?: { href: string; words: string } | undefined
  children: ReactNode
}

/** One kind of pending work, under its heading. */
export function Block({ id, title, amount, all, children }: BlockProps) {
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" align="baseline" mb="xs">
        <h2 id={id}>{title}</h2>
        {amount ? (
          <Box component="span" c="var(--ink-3)" fw={500}>
            {amount}
          </Box>
        ) : null}
        {all && (
          <Box ml="auto">
            <Link href={all.href}>{all.words}</Link>
          </Box>
        )}
      </Group>
      {children}
    </section>
  )
}

type FailedBlockProps = Omit<BlockProps, 'children' | 'amount'> & Parameters<typeof Failed>[0]

/** Shown instead of a block that could not be loaded, because an empty block would suggest that nothing is pending. */
export function FailedBlock({ id, title, all, ...failed }: FailedBlockProps) {
  return (
    <Block id={id} title={title} all={all}>
      <Failed {...failed} />
    </Block>
  )
}
