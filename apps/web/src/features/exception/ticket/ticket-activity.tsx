import { Box, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { IconBell, IconBellOff, IconFile, IconHourglass, IconMail } from '@tabler/icons-react'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Avatar } from '../../../ui/text/avatar.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import css from '../exception.module.css'
import type { Ticket } from '../use-exceptions.ts'
import { NoteForm } from './note-form.tsx'
import { TicketFiles } from './ticket-files.tsx'

type Entry = Ticket['activity'][number]

const ICONS: Partial<Record<Entry['kind'], typeof IconFile>> = {
  reply: IconMail,
  asked: IconMail,
  reminded: IconMail,
  held: IconHourglass,
  released: IconHourglass,
}

/** History of a ticket, newest first. Notes by people look different from entries by the system. */
export function TicketActivity({ ticket }: { ticket: Ticket }) {
  return (
    <Section title="Activity" aside={<Following ticket={ticket} />}>
      <Card>
        <NoteForm ticket={ticket} />
        <Divider color="var(--hairline)" />
        <Stack component="ol" gap="md" px="md" py="sm">
          {ticket.activity.map((entry) => (
            <Happened key={entry.key} entry={entry} />
          ))}
        </Stack>
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
    <Group component="li" gap="sm" align="flex-start" wrap="nowrap">
      <span>{by ? <Avatar {...by} /> : <Glyph of={Icon} />}</span>
      <Box flex={1} miw={0}>
        <Group component="p" gap="sm" justify="space-between" align="baseline" wrap="nowrap">
          <span>
            {by && (
              <b>
                {by.firstName} {by.lastName}
              </b>
            )}{' '}
            {kind === 'note' ? '' : href ? <Link href={href}>{what}</Link> : what}
          </span>
          <Text component="time" size="xs" c="var(--ink-3)" flex="none" dateTime={at}>
            {formatWhen(at)}
          </Text>
        </Group>
        {text && <p className={css.said}>{text}</p>}
        {files.length > 0 && <TicketFiles files={files} />}
      </Box>
    </Group>
  )
}
