import { Button } from '@mantine/core'
import { formatCount, type PackGap } from '@seriatim/schema'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { LinkButton } from '../../ui/text/text.tsx'
import { TextLink } from '../../ui/text/text-link.tsx'
import css from './inspection.module.css'

/** The gaps of one part of a pack. A gap with one item links to the page where it can be fixed; any other gap opens a list of these links. */
export function GapLines({ gaps }: { gaps: readonly PackGap[] }) {
  if (!gaps.length)
    return (
      <IconText of={IconCheck} meaning="done">
        Nothing
      </IconText>
    )
  return gaps.map((gap) => <GapLine key={gap.text} gap={gap} />)
}

function GapLine({ gap }: { gap: PackGap }) {
  const [isOpen, setOpen] = useState(false)
  const [first] = gap.items
  return (
    <span className={css.gap}>
      <Glyph of={IconAlertTriangle} size={16} color="var(--attention-text)" />
      {gap.items.length === 1 && first ? (
        <TextLink href={first.path}>{gap.text}</TextLink>
      ) : (
        <LinkButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {gap.text}
        </LinkButton>
      )}
      {isOpen && <GapDialog gap={gap} onClose={() => setOpen(false)} />}
    </span>
  )
}

function GapDialog({ gap: { text, items, amount }, onClose }: { gap: PackGap; onClose: () => void }) {
  const more = amount - items.length
  return (
    <Dialog opened onClose={onClose} title={text} size={560} foot={<Button onClick={onClose}>Close</Button>}>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={`${item.path} ${item.text}`}>
            <TextLink href={item.path}>{item.text}</TextLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {formatCount(more)} more. The pack lists all of them.</p>}
    </Dialog>
  )
}
