import { Group } from '@mantine/core'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import type { Outputs } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { DisposeButton } from './dispose-button.tsx'
import { InvestigateButton } from './investigate-button.tsx'
import { LabelButton } from './label-button.tsx'
import { ReleaseButton } from './release-button.tsx'

type Hold = Outputs['med']['readManyHolds']['items'][number]

interface HoldActionsProps {
  hold: Hold
  size?: 'xs'
  /** Only says that an investigation runs, where nothing is to be ended. */
  isQuiet?: boolean
}

/** What comes next for product in quarantine: it is investigated, released or disposed of. */
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
