import { Box } from '@mantine/core'
import { VisuallyHidden } from '../text/text.tsx'

interface CountBadgeProps {
  n: number
  /** A word or phrase that tells screen readers what is counted: "open", "without an incident number". */
  of: string
  stop?: boolean | undefined
}

/** A count next to a link; hidden at zero, 99+ above 99. */
export function CountBadge({ n, of, stop = false }: CountBadgeProps) {
  if (n <= 0) return null
  return (
    <Box
      component="span"
      miw={20}
      px={6}
      bdrs="xl"
      fz="xs"
      lh="20px"
      fw={600}
      ta="center"
      bg={stop ? 'var(--stop)' : 'var(--hairline)'}
      c={stop ? 'var(--on-stop)' : 'var(--ink-1)'}
      data-count
      data-stop={stop || undefined}
    >
      {n > 99 ? '99+' : n}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Box>
  )
}
