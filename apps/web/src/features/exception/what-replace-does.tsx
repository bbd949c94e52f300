import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconCircleCheck, IconHandStop, IconHourglass, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { countOf, formatDateTime, formatWhen } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Section } from '../../ui/section.tsx'
import css from './correction.module.css'
import type { Correction } from './use-exceptions.ts'

/** In numbers, before it is pressed. */
export function WhatReplaceDoes({ correction }: { correction: Correction }) {
  const { does, corrected, receiving, undoUntil, state } = correction
  const { receiptsStay, held, toReceive, goneReceived } = does
  if (state !== 'found' && state !== 'replacing' && state !== 'replaced') return null
  return (
    <>
      <Section title={state === 'replaced' ? 'What it did' : 'What Replace does'}>
        <Card>
          <ul className={css.does}>
            <Line
              icon={<Glyph of={IconCircleCheck} className={css.done} />}
              what={`${countOf(receiptsStay, 'receipt')} ${receiptsStay === 1 ? 'stays' : 'stay'}`}
            >
              Nobody scans anything twice.
            </Line>
            {held > 0 && (
              <Line icon={<Glyph of={IconHourglass} className={css.info} />} what={`${countOf(held, 'package')} no longer on hold`}>
                {corrected.rejects > 0
                  ? 'But what is also wrong in the corrected file goes on hold again, for its own ticket.'
                  : 'They no longer wait for their data.'}
              </Line>
            )}
            <Line icon={<Glyph of={IconPlus} />} what={`${countOf(toReceive, 'med')} left to receive`}>
              As the corrected file lists them.
            </Line>
            {goneReceived > 0 && (
              <Line icon={<Glyph of={IconHandStop} className={css.stop} />} what={`${countOf(goneReceived, 'received med')} on hold`}>
                The corrected file does not list {goneReceived === 1 ? 'it' : 'them'}. A new ticket opens; ask the partner from there.
              </Line>
            )}
            <Line icon={<Glyph of={IconCheck} />} what="The ticket is resolved">
              Both files and the history stay.
            </Line>
            <Line icon={<Glyph of={IconArrowBackUp} />} what="Can be undone for a day">
              {undoUntil ? `Until ${formatDateTime(undoUntil)}.` : 'What is received until then stays.'}
            </Line>
          </ul>
        </Card>
      </Section>
      {receiving && state === 'found' && (
        <div className={css.warning}>
          <Glyph of={IconAlertTriangle} />
          <div>
            <b>
              {receiving.isMe
                ? 'You are receiving this order now.'
                : `${receiving.firstName} ${receiving.lastName} is receiving this order now.`}
            </b>
            <p>Last scan {formatWhen(receiving.at)}. No scan is lost.</p>
          </div>
        </div>
      )}
    </>
  )
}

function Line({ icon, what, children }: { icon: ReactNode; what: string; children: ReactNode }) {
  return (
    <li>
      <span aria-hidden="true">{icon}</span>
      <div>
        <b>{what}</b>
        <p>{children}</p>
      </div>
    </li>
  )
}
