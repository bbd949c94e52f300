import type { ReactNode } from 'react'
import { type Meaning, meaningIcons } from './badge.tsx'
import { Glyph } from './glyph.tsx'

interface NoteProps {
  meaning?: Meaning
  title: ReactNode
  /** Read out at once. */
  alert?: boolean
  action?: ReactNode
  children?: ReactNode
}

/** A few words in the page that need to be seen. */
export function Note({ meaning, title, alert, action, children }: NoteProps) {
  const Icon = meaningIcons[meaning ?? 'info']
  return (
    <div className={meaning ? `note note--${meaning}` : 'note'} role={alert ? 'alert' : undefined}>
      <Glyph of={Icon} />
      <div>
        <b>{title}</b>
        {children && <p className="muted">{children}</p>}
        {action && <div className="note-action">{action}</div>}
      </div>
    </div>
  )
}
