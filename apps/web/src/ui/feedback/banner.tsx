import { Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Glyph } from '../text/glyph.tsx'
import type { Meaning } from './badge.tsx'
import css from './banner.module.css'

interface BannerProps {
  meaning?: Meaning | undefined
  icon: Icon
  title?: string | undefined
  /** Follows the title and is truncated if too long. */
  more?: ReactNode
  /** Whether screen readers announce the banner at once. */
  alert?: boolean | undefined
  /** Never truncates the text. */
  whole?: boolean | undefined
  /** Actions. */
  children?: ReactNode
}

/** A one-line notice that stays visible while the user works, such as "Drop shipment". Several banners share a row. */
export function Banner({ meaning, icon, title, more, alert, whole, children }: BannerProps) {
  return (
    <Group
      className={css.banner}
      data-banner={meaning ?? ''}
      role={alert ? 'alert' : undefined}
      wrap="nowrap"
      gap="xs"
      flex={whole ? '1 1 100%' : '1 1 320px'}
      mih={36}
      miw={0}
      bdrs="md"
      py={3}
      pl="sm"
      pr="xs"
      bg={meaning ? `var(--${meaning}-tint)` : 'var(--sunk)'}
    >
      <Glyph of={icon} size={16} color={meaning && `var(--${meaning}-text)`} />
      {title && (
        <Text component="b" inherit truncate miw={0} title={title}>
          {title}
        </Text>
      )}
      {more && (
        <Text span inherit truncate className={css.more} miw={0} c="var(--ink-2)">
          {more}
        </Text>
      )}
      {children}
    </Group>
  )
}
