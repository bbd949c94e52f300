import { Button, Group, NativeSelect } from '@mantine/core'
import { DISPOSALS, type Disposal } from '@seriatim/schema'
import { NOTIFY_TEXT } from '@seriatim/schema/legal-rules'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { useSession } from '../../api/session/session.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { ReleaseButton } from './release-button.tsx'

type Hold = Outputs['med']['readManyHolds']['items'][number]

interface HoldActionsProps {
  hold: Hold
  size?: 'xs'
  /** Shows only the link to the hold's investigation, and hides the buttons. */
  isQuiet?: boolean
}

/** Next steps for quarantined product: investigate, release or dispose. */
export function HoldActions({ hold, size, isQuiet = false }: HoldActionsProps) {
  const mayInvestigate = mayUse('incident:write', useSession())
  const { id: holdId, investigationId, isInvestigated, disposal, releasedAt, mayRelease, mayDispose } = hold
  const look = size ? { size } : {}
  const isOpen = releasedAt === null && disposal === null && hold.cause === 'quarantine'
  const link = investigationId !== null && (
    <Link href={`/investigations/${investigationId}`}>
      {isInvestigated ? 'Under investigation' : 'Investigation'} {investigationId}
    </Link>
  )
  if (isQuiet || !isOpen) return link || null
  return (
    <Group component="span" display="inline-flex" gap="xs">
      {link}
      <LabelButton holdId={holdId} {...look} />
      {!isInvestigated && mayInvestigate && investigationId === null && <InvestigateButton holdId={holdId} {...look} />}
      {mayRelease && <ReleaseButton holdId={holdId} {...look} />}
      {mayDispose && <DisposeButton holdId={holdId} {...look} />}
    </Group>
  )
}

const choices = Object.entries(DISPOSALS).map(([value, label]) => ({ value, label }))

/** Button to record that the product left the pharmacy for good. It is meant for people who may release a hold. */
export function DisposeButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const [how, setHow] = useState<Disposal>('destroyed')
  const record = useDialogMutation(
    trpc.med.updateDisposedHold.useMutation({ meta: { done: 'Disposal recorded.', touches: ['med', 'order', 'finder', 'investigation'] } }),
  )
  return (
    <>
      <Button size={size} onClick={record.open}>
        Dispose of…
      </Button>
      <ReasonDialog
        opened={record.opened}
        onClose={record.close}
        title="Record a disposal"
        confirmLabel="Record this disposal"
        needed
        destructive
        pending={record.isPending}
        onConfirm={(reason) => void record.submit({ holdId, how, reason: reason ?? '' })}
      >
        <p>The product stays blocked for good: it can never be received, sent or released again. This cannot be undone.</p>
        <NativeSelect
          label="What happened to it"
          mt="md"
          data={choices}
          value={how}
          onChange={(event) => setHow(choices.find(({ value }) => value === event.currentTarget.value)?.value as Disposal)} // the field offers only these values
        />
      </ReasonDialog>
    </>
  )
}

/** Opens an investigation of the held product and navigates to it. */
export function InvestigateButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const [, navigate] = useLocation()
  const start = useDialogMutation(
    trpc.investigation.createOne.useMutation({ meta: { done: 'Investigation opened.', touches: ['med', 'order', 'investigation'] } }),
    ({ investigationId }) => navigate(`/investigations/${investigationId}`),
  )
  return (
    <>
      <Button size={size} onClick={start.open}>
        Investigate…
      </Button>
      <ReasonDialog
        opened={start.opened}
        onClose={start.close}
        title="Open an investigation"
        confirmLabel="Open an investigation"
        needed
        pending={start.isPending}
        onConfirm={(reason) => void start.submit({ holdIds: [holdId], reason: reason ?? '' })}
      >
        <p>
          Explain why you suspect this product. It stays on hold until the investigation ends: cleared product is released, illegitimate
          product is reported on Form 3911 within {NOTIFY_TEXT}.
        </p>
      </ReasonDialog>
    </>
  )
}

/** Prints a 4 by 6 inch label for the quarantine shelf. */
function LabelButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.med.readOneHoldLabel.fetch({ holdId }, FRESH), 'application/pdf')
  return (
    <Button size={size} loading={isSaving} onClick={save}>
      Print label
    </Button>
  )
}
