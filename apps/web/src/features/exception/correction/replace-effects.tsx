import { Box, Group } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { type Icon, IconArrowBackUp, IconCheck, IconCircleCheck, IconHandStop, IconHourglass, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { formatAmount, formatDateTime, formatWhen } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import type { Correction } from '../use-exceptions.ts'

/** Shows the effects of Replace in numbers before it is pressed. */
export function ReplaceEffects({ correction }: { correction: Correction }) {
  const { does, corrected, receiving, undoUntil, state } = correction
  const { receiptsStay, held, toReceive, goneReceived } = does
  if (state !== 'found' && state !== 'replacing' && state !== 'replaced') return null
  return (
    <>
      <Section title={state === 'replaced' ? 'What it did' : 'What Replace does'}>
        <Card>
          <DividedList>
            <Line
              of={IconCircleCheck}
              color="var(--done-text)"
              what={`${formatAmount(receiptsStay, 'receipt')} ${receiptsStay === 1 ? 'stays' : 'stay'}`}
            >
              Nothing has to be scanned again.
            </Line>
            {held > 0 && (
              <Line of={IconHourglass} color="var(--info-text)" what={`${formatAmount(held, 'package')} no longer on hold`}>
                {corrected.rejects > 0
                  ? 'Packages that are also wrong in the corrected file go on hold again, under that file’s own ticket.'
                  : 'They no longer wait for their data.'}
              </Line>
            )}
            <Line of={IconPlus} what={`${formatAmount(toReceive, 'package')} left to receive`}>
              These are the packages in the corrected file that have not been received yet.
            </Line>
            {goneReceived > 0 && (
              <Line of={IconHandStop} color="var(--stop-text)" what={`${formatAmount(goneReceived, 'received package')} on hold`}>
                The corrected file does not list {goneReceived === 1 ? 'it' : 'them'}. A new ticket opens; ask the partner from there.
              </Line>
            )}
            <Line of={IconCheck} what="The ticket is resolved">
              Both files and the history are kept.
            </Line>
            <Line of={IconArrowBackUp} what="Can be undone for a day">
              {undoUntil ? `Until ${formatDateTime(undoUntil)}.` : 'Packages received until then stay received.'}
            </Line>
          </DividedList>
        </Card>
      </Section>
      {receiving && state === 'found' && (
        <Note
          meaning="attention"
          title={receiving.isMe ? 'You are receiving this order now.' : `${writeFullName(receiving)} is receiving this order now.`}
        >
          Last scan {formatWhen(receiving.at)}. No scan is lost.
        </Note>
      )}
    </>
  )
}

function Line({ of, color, what, children }: { of: Icon; color?: string; what: string; children: ReactNode }) {
  return (
    <Group component="li" gap="sm" align="flex-start" wrap="nowrap">
      <Box component="span" c={color ?? 'inherit'}>
        <Glyph of={of} />
      </Box>
      <div>
        <b>{what}</b>
        <SubText>{children}</SubText>
      </div>
    </Group>
  )
}
