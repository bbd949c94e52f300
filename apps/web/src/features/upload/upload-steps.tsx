import { Center, Group } from '@mantine/core'
import { KEEP_TEXT } from '@seriatim/schema/legal-rules'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { isAvailable } from '../../shell/menu/menu.ts'
import { Section } from '../../ui/layout/section.tsx'
import { formatAmount } from '../../ui/text/format.ts'
import { Muted, VisuallyHidden } from '../../ui/text/text.tsx'
import type { UploadDetail } from './use-uploads.ts'

interface Step {
  title: string
  text: ReactNode
  state?: 'done' | 'now'
}

const words: Record<'done' | 'now', string> = { done: 'Done: ', now: 'Now: ' }

/** The steps of an upload, done and still to come. `isAlone`: nothing is shown next to the steps, so there is room to lay them out side by side. */
export function UploadSteps({ upload, isAlone }: { upload: UploadDetail | undefined; isAlone: boolean }) {
  return (
    <Section title="What happens next">
      <Group component="ol" gap="16px 32px" align="flex-start">
        {makeSteps(upload).map((step, at) => (
          <Group key={step.title} component="li" gap="sm" wrap="nowrap" align="flex-start" flex={isAlone ? '1 1 240px' : '1 1 100%'}>
            <Mark state={step.state} number={at + 1} />
            <div>
              <b>
                {step.state && <VisuallyHidden>{words[step.state]}</VisuallyHidden>}
                {step.title}
              </b>
              <Muted>{step.text}</Muted>
            </div>
          </Group>
        ))}
      </Group>
    </Section>
  )
}

const colors = { done: 'done', now: 'action' } as const

function Mark({ state, number }: { state: Step['state']; number: number }) {
  const look = state
    ? { bg: `var(--${colors[state]})`, c: `var(--on-${colors[state]})` }
    : { bd: '1.5px solid var(--edge)', c: 'var(--ink-2)' }
  return (
    <Center flex="none" w={24} h={24} bdrs="50%" fz="xs" fw={600} aria-hidden="true" {...look}>
      {state === 'done' ? '✓' : number}
    </Center>
  )
}

const kept: Step = { title: 'File kept', text: `It is kept unchanged for ${KEEP_TEXT}.`, state: 'done' }

function makeSteps(upload: UploadDetail | undefined): Step[] {
  if (!upload) {
    return [
      { title: kept.title, text: kept.text },
      {
        title: 'Order created',
        text: 'Every serial number in the file is read, and the order is listed for the location that it was shipped to.',
      },
      { title: 'Receive it', text: 'Scan when the boxes arrive. Findings in the file do not stop you.' },
    ]
  }
  const { status, outcome, amountOfMeds, locationName, placedBy, findings } = upload
  const place = locationName ?? 'your location'
  if (status === 'processing') {
    return [
      kept,
      { title: 'Order being created', text: 'Every serial number in the file is read.', state: 'now' },
      { title: 'Receive it', text: 'Scan when the boxes arrive.' },
    ]
  }
  if (outcome.kind === 'unpacked')
    return [kept, { title: 'See each document', text: 'Every document of the zip is in the list below with its own result.', state: 'now' }]
  if (status === 'imported' || status === 'duplicate') {
    const steps: Step[] = [
      kept,
      {
        title: status === 'imported' ? 'Order created' : 'Order already exists',
        text:
          status === 'imported'
            ? [`${formatAmount(amountOfMeds, 'package')} at ${place}.`, placedBy].filter(Boolean).join(' ')
            : `Nothing was added. The order has ${formatAmount(amountOfMeds, 'package')} at ${place}.`,
        state: 'done',
      },
      {
        title: 'Receive it',
        text: `Scan when the boxes arrive.${findings > 0 ? ' You can receive the order despite the findings.' : ''}`,
        state: 'now',
      },
    ]
    return findings > 0 ? [...steps, makeSenderStep(upload)] : steps
  }
  if (status === 'refused')
    return [{ title: 'Nothing was added', text: 'Ask the sender for the EPCIS file, and upload that.', state: 'now' }]
  if (status === 'elsewhere')
    return [kept, { title: 'Nothing to do', text: 'The people at that location receive the order.', state: 'done' }]
  if (status === 'differs')
    return [kept, { title: 'Choose which document to use', text: 'Until then, this document is not used.', state: 'now' }]
  if (outcome.kind === 'notAddressed')
    return [
      kept,
      {
        title: 'Add the GLN, if it is yours',
        text: 'A location admin must add it under My GLNs. The file is then read again automatically.',
        state: 'now',
      },
      { ...makeSenderStep(upload), title: 'If not, tell the sender' },
    ]
  const again: Step = { title: 'Try again', text: 'Read the same file again, for example after adding a GLN.' }
  return findings > 0 ? [kept, { ...makeSenderStep(upload), state: 'now' }, again] : [kept, { ...again, state: 'now' }]
}

function makeSenderStep({ ticketNumber }: UploadDetail): Step {
  const ticket = `Ticket ${ticketNumber ?? ''}`.trim()
  return {
    title: 'Tell the sender',
    text: (
      <>
        Copy the findings and send them; they are kept as {isAvailable('/exceptions') ? <Link href="/exceptions">{ticket}</Link> : ticket}.
      </>
    ),
  }
}
