import { Box, CloseButton, Group } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { cssVariable } from '../layout/css-variable.ts'
import { Glyph } from '../text/glyph.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import { type Toast, type ToastKind, toast } from './toast.ts'
import css from './toast-cards.module.css'

const icons = { done: IconCircleCheck, attention: IconAlertTriangle, stop: IconAlertOctagon, info: IconInfoCircle } as const
const words: Record<ToastKind, string> = { done: 'Done', attention: 'Attention', stop: 'Error', info: 'Information' }

export interface ToastCardsProps {
  toasts: readonly Toast[]
  /** Floats over the page instead of being part of it. */
  floats?: boolean | undefined
}

export default function ToastCards({ toasts, floats = false }: ToastCardsProps) {
  const cards = toasts.map((entry) => <ToastCard key={entry.id} entry={entry} />)
  return floats ? (
    <div className={css.toasts} data-toasts>
      {cards}
    </div>
  ) : (
    cards
  )
}

/** Hovering this card or focusing its button keeps it open, without affecting the others. */
function ToastCard({ entry }: { entry: Toast }) {
  const [held, hold] = useState(false)
  useEffect(() => {
    if (held || !Number.isFinite(entry.life)) return
    const timer = setTimeout(() => toast.close(entry.id), entry.life)
    return () => clearTimeout(timer)
  }, [entry.id, entry.life, held])
  const Icon = icons[entry.kind]
  return (
    <Group
      className={css.toast}
      data-toast
      wrap="nowrap"
      align="flex-start"
      gap="sm"
      p="sm"
      pr="xs"
      bg={`var(--${entry.kind}-tint)`}
      style={cssVariable('--toast-line', `var(--${entry.kind}-line)`)}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Glyph of={Icon} color={`var(--${entry.kind}-text)`} />
      <Box component="p" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <VisuallyHidden>{words[entry.kind]}: </VisuallyHidden>
        <b>{entry.message}</b>
        {entry.detail && (
          <Box component="span" display="block" c="var(--ink-2)">
            {entry.detail}
          </Box>
        )}
      </Box>
      <CloseButton my={-4} aria-label={`Close: ${entry.message}`} onClick={() => toast.close(entry.id)} />
    </Group>
  )
}
