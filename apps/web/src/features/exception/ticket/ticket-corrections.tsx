import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { Note } from '../../../ui/layout/note.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import type { Ticket } from '../use-exceptions.ts'

/** Corrected files that wait for a decision or have replaced the first file, shown above everything else. */
export function TicketCorrections({ ticket }: { ticket: Ticket }) {
  return ticket.corrections
    .filter(({ state }) => state === 'found' || state === 'replacing' || state === 'replaced')
    .slice(0, 3)
    .map(({ id, state, filename, at }) => (
      <Note
        key={id}
        meaning={state === 'replaced' ? 'done' : 'info'}
        title={state === 'replaced' ? `${filename} replaced the first file.` : `Corrected file received ${formatWhen(at)}: ${filename}`}
        action={
          <Button component={Link} href={`/exceptions/corrections/${id}`} variant={state === 'found' ? 'filled' : 'default'}>
            {state === 'found' ? 'Compare and replace' : 'See the comparison'}
          </Button>
        }
      />
    ))
}
