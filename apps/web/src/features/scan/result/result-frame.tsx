import { Group, Stack, Text, Title } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { cssVariable } from '../../../ui/layout/css-variable.ts'
import css from './result-frame.module.css'
import { ResultShape, type Shape } from './result-shape.tsx'
import { EMPTY_BORDER, PANEL_PADDING, scaleLength } from './scale-length.ts'

export type Tone = 'done' | 'info' | 'attention' | 'stop' | 'unknown'

/**
 * Returns the panel's fill, text and border colors. The tone `unknown` gets neutral colors, because the page has no information about the scanned
 * item.
 */
function pickColors(tone: Tone): CSSProperties {
  if (tone === 'unknown') return { ...cssVariable('--fill', 'var(--ink-1)'), ...cssVariable('--on', 'var(--ground)') }
  return {
    ...cssVariable('--fill', `var(--${tone})`),
    ...cssVariable('--on', `var(--on-${tone})`),
    ...(tone === 'attention' ? cssVariable('--rim', 'var(--attention-line)') : {}),
  }
}

interface ResultFrameProps {
  tone: Tone
  shape: Shape
  title: string
  subtitle: ReactNode
  product: string
  says: ReactNode
  children?: ReactNode
  foot: ReactNode
}

/** Shows the verdict about a scan as shape, word and color, then its subject and the actions. Readable from six feet away. */
export function ResultFrame({ tone, shape, title, subtitle, product, says, children, foot }: ResultFrameProps) {
  return (
    <Stack component="section" gap={0} className={css.panel} style={pickColors(tone)} data-panel aria-label="Last scan">
      <Group wrap="nowrap" gap={PANEL_PADDING} px={PANEL_PADDING} className={css.verdict}>
        <ResultShape shape={shape} />
        <div>
          <Title order={2} fz={scaleLength(title.length > 13 ? 3.5 : 4.5, 1.5)} lh={1.05} fw={700} lts="-0.035em">
            {title}
          </Title>
          <Text fz={scaleLength(1.5, 1)} lh={1.35} fw={500} mt={scaleLength(0.25)}>
            {subtitle}
          </Text>
        </div>
      </Group>
      <Stack gap={0} flex={1} mih={0} px={PANEL_PADDING} pt={scaleLength(1.5, 0.5)} pb={scaleLength(0.75)} className={css.body} data-body>
        <Text fz={scaleLength(product.length > 44 ? 2 : 3, 1.5)} lh={1.1} fw={600} lts="-0.03em" textWrap="balance">
          {product}
        </Text>
        {says && (
          <Text className={css.says} fz={scaleLength(1.25, 1)} lh={1.4} c="var(--ink-2)" mt="xs" textWrap="pretty">
            {says}
          </Text>
        )}
        {children}
      </Stack>
      {foot}
    </Stack>
  )
}

/** The frame without a result: before the first scan, or while the page loads. */
export function EmptyFrame({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Stack
      component="section"
      align="center"
      justify="center"
      gap="sm"
      p={PANEL_PADDING}
      ta="center"
      className={css.panel}
      style={EMPTY_BORDER}
      data-panel={label ? true : undefined}
      aria-label={label}
    >
      {children}
    </Stack>
  )
}
