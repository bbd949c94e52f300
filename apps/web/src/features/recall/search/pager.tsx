import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { pagerWindow } from '../recall-words.ts'

interface PagerProps {
  page: number
  pages: number
  disabled: boolean
  onChange: (page: number) => void
}

/** First, previous, up to seven numbers, next and last. */
export function Pager({ page, pages, disabled, onChange }: PagerProps) {
  const step = (label: string, to: number, of: typeof IconChevronLeft, isEnd: boolean) => (
    <IconButton of={of} label={label} size="xs" disabled={disabled || isEnd} onClick={() => onChange(to)} />
  )
  return (
    <Group component="nav" gap={4} justify="center" mt="md" aria-label="Pages">
      {step('First page', 1, IconChevronsLeft, page <= 1)}
      {step('Previous page', page - 1, IconChevronLeft, page <= 1)}
      {pagerWindow(page, pages).map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === page ? 'filled' : 'subtle'}
          aria-label={`Page ${one}`}
          aria-current={one === page ? 'page' : undefined}
          disabled={disabled && one !== page}
          onClick={() => one !== page && onChange(one)}
        >
          {one}
        </Button>
      ))}
      {step('Next page', page + 1, IconChevronRight, page >= pages)}
      {step('Last page', pages, IconChevronsRight, page >= pages)}
    </Group>
  )
}
