import { Button } from '@mantine/core'
import { IconBell, IconBellOff, IconFile, IconHourglass, IconMail } from '@tabler/icons-react'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { formatWhen } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Section } from '../../ui/section.tsx'
import { NoteForm } from './note-form.tsx'
import css from './ticket-activity.module.css'
import { TicketFiles } from './ticket-files.tsx'
import type { Ticket } from './use-exceptions.ts'

type Entry = Ticket['activity'][number]

const ICONS: Partial<Record<Entry['kind'], typeof IconFile>> = {
  reply: IconMail,
  asked: IconMail,
  reminded: IconMail,
  held: IconHourglass,
  released: IconHourglass,
}

/** What happened, newest first: what people said stands apart from what the product did. */
export function TicketActivity({ ticket }: { ticket: Ticket }) {
  return (
    <Section title="Activity" aside={<Following ticket={ticket} />}>
      <Card>
        <NoteForm ticket={ticket} />
        <ol className={css.feed}>
          {ticket.activity.map((entry) => (
            <Happened key={entry.key} entry={entry} />
          ))}
        </ol>
      </Card>
    </Section>
  )
}

function Following({ ticket: { id, isFollowing } }: { ticket: Ticket }) {
  const follow = trpc.documentException.updateOneFollowing.useMutation({ meta: { touches: ['documentException'] } })
  const Icon = isFollowing ? IconBell : IconBellOff
  return (
    <Button
      variant="subtle"
      size="xs"
      aria-pressed={isFollowing}
      loading={follow.isPending}
      leftSection={<Glyph of={Icon} size={16} />}
      onClick={() => follow.mutate({ documentExceptionId: id, isFollowing: !isFollowing })}
    >
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  )
}

function Happened({ entry }: { entry: Entry }) {
  const { kind, by, what, text, files, href, at } = entry
  const Icon = ICONS[kind] ?? IconFile
  return (
    <li>
      <span className={css.mark}>{by ? <Avatar {...by} /> : <Glyph of={Icon} />}</span>
      <div>
        <p className={css.line}>
          <span>
            {by && (
              <b>
                {by.firstName} {by.lastName}
              </b>
            )}{' '}
            {kind === 'note' ? '' : href ? <Link href={href}>{what}</Link> : what}
          </span>
          <time dateTime={at}>{formatWhen(at)}</time>
        </p>
        {text && <p className={css.said}>{text}</p>}
        {files.length > 0 && <TicketFiles files={files} />}
      </div>
    </li>
  )
}
