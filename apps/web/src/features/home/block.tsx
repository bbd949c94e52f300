import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Failed } from '../../ui/page/loaded.tsx'

interface BlockProps {
  /** Names the heading in the page. */
  id: string
  title: string
  /** How many there are, in words. */
  amount?: ReactNode
  /** Where all of them stand. */
  all?: { href: string; words: string } | undefined
  children: ReactNode
}

/** One kind of work that waits, under its heading. */
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

/** The same where it could not be loaded: silence would say that nothing waits. */
export function FailedBlock({ id, title, all, ...failed }: FailedBlockProps) {
  return (
    <Block id={id} title={title} all={all}>
      <Failed {...failed} />
    </Block>
  )
}
