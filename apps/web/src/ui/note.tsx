import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Meaning, meaningIcons } from './badge.tsx'
import { Glyph } from './glyph.tsx'

interface NoteProps {
  meaning?: Meaning
  /** Where another sign says it better than the meaning's own. */
  icon?: Icon
  title: ReactNode
  /** Read out at once. */
  alert?: boolean
  action?: ReactNode
  children?: ReactNode
}

/** A few words in the page that need to be seen. */
export function Note({ meaning, icon, title, alert, action, children }: NoteProps) {
  return (
    <div className={meaning ? `note note--${meaning}` : 'note'} role={alert ? 'alert' : undefined}>
      <Glyph of={icon ?? meaningIcons[meaning ?? 'info']} />
      <div>
        <b>{title}</b>
        {children && <p className="muted">{children}</p>}
        {action && <div className="note-action">{action}</div>}
      </div>
    </div>
  )
}
