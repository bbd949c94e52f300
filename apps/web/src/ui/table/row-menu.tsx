import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from 'wouter'
import css from '../text/button.module.css'
import { Glyph } from '../text/glyph.tsx'

export interface RowAction {
  label: string
  href?: string | undefined
  onClick?: (() => void) | undefined
  danger?: boolean | undefined
}

/** Menu of further actions on a row. The dangerous one is set apart at the end. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const safe = actions.filter((action) => !action.danger)
  const dangers = actions.filter((action) => action.danger)
  const item = ({ label: words, href, onClick, danger }: RowAction) =>
    href ? (
      <Menu.Item key={words} component={Link} href={href}>
        {words}
      </Menu.Item>
    ) : (
      <Menu.Item key={words} {...(danger ? { color: 'stop' } : {})} onClick={() => onClick?.()}>
        {words}
      </Menu.Item>
    )
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="subtle" size="xs" className={css.sign} aria-label={`More for ${label}`}>
          <Glyph of={IconDots} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {safe.map(item)}
        {dangers.length > 0 && <Menu.Divider />}
        {dangers.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
