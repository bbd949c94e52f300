import { Box, Group, Text } from '@mantine/core'
import { findPlan } from '@seriatim/schema'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DividedList } from '../../ui/list/divided-list.tsx'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { IconText } from '../../ui/text/icon-text.tsx'
import { SubText } from '../../ui/text/text.tsx'
import type { Overview } from './cart/shop.ts'

/** The customer's limits and usage. Outside the shop, each limit has a link to buy more. */
export function Usage({ overview, isShop }: { overview: Overview; isShop?: boolean }) {
  const { locations, users, storageGb, meds, hasRecalls } = overview
  const none = hadPlan(overview) ? 'Your plan has ended.' : 'No plan yet.'
  const more = isShop ? undefined : <Link href="/subscription/modify">Get more</Link>
  return (
    <Section title="Limits and usage">
      <Card>
        <DividedList>
          <Meter
            label="Locations"
            {...locations}
            none={none}
            full="All used."
            way="To add another location, buy a plan."
            keeps={locations.used === 1 ? 'Your location keeps working.' : 'Your locations keep working.'}
            more={more}
          />
          <Meter
            label="Users"
            {...users}
            none={none}
            full="All used."
            way="To add another person, buy a plan or an additional user."
            keeps="Everyone here keeps their access."
            more={more}
          >
            {peopleWords(users)}
          </Meter>
          <Meter
            label="Storage"
            {...storageGb}
            none={none}
            used={Math.round(storageGb.used * 10) / 10}
            unit="GB"
            full="Full."
            way="You cannot attach files until you have more storage."
            keeps="You keep your files."
            more={more}
          >
            {storageGb.lastMonth >= 0.1 ? `Grew by ${storageGb.lastMonth.toFixed(1)} GB in 30 days` : 'Grew by less than 0.1 GB in 30 days'}
          </Meter>
          <MedsPerDay meds={meds} />
          <Group component="li" justify="space-between">
            <b>Recall alerts</b>
            {hasRecalls ? <Badge meaning="done">Active</Badge> : <Badge>Not active</Badge>}
          </Group>
        </DividedList>
      </Card>
    </Section>
  )
}

/** Whether the customer ever had a plan: ended subscriptions stay in the list. */
const hadPlan = ({ plans, subscriptions }: Overview) => subscriptions.some(({ product }) => (findPlan(plans, product)?.locations ?? 0) > 0)

function peopleWords({ active, invited, allowed, used }: Overview['users']): string {
  const left = allowed === 'unlimited' ? undefined : Math.max(0, allowed - used)
  return [`${active} active`, invited > 0 && `${invited} invited`, left !== undefined && `${left} left`].filter(Boolean).join(', ')
}

/** Reaching a limit is not an error, but people should notice it. */
const FULL = { '--bar-color': 'var(--attention-line)' } as CSSProperties // React's type lacks custom properties
const SOME = { '--bar-color': 'var(--action)' } as CSSProperties // React's type lacks custom properties

interface MeterProps {
  label: string
  used: number
  allowed: number | 'unlimited'
  unit?: string
  /** Text for a customer without a plan. */
  none: string
  /**
   * Texts for a limit that is used up. `full`: says that it is used up. `way`: says what the customer can do. `keeps`: says what keeps working
   * without a plan.
   */
  full: string
  way: string
  keeps: string
  more: ReactNode
  children?: ReactNode
}

function Meter({ label, used, allowed, unit, none, full, way, keeps, more, children }: MeterProps) {
  const isFull = allowed !== 'unlimited' && used >= allowed
  const words = allowed === 'unlimited' ? 'used, unlimited' : `of ${formatCount(allowed)}${unit ? ` ${unit}` : ''}`
  return (
    <li>
      <Group component="p" gap="sm" mb={6} justify="space-between">
        <b>{label}</b>
        <span>
          <b>{used.toLocaleString('en-US')}</b>
          {allowed === 'unlimited' && unit ? ` ${unit} ` : ' '}
          {words}
        </span>
      </Group>
      {allowed !== 'unlimited' && (
        <Box mb={4} style={isFull ? FULL : SOME}>
          <Bar done={used} total={Math.max(allowed, used, 1)} label={`${label}: ${used} ${words}`} />
        </Box>
      )}
      {isFull ? (
        <Text component="p" size="xs" c="var(--attention-text)">
          <IconText of={IconAlertTriangle}>
            {allowed === 0 ? `${none} ${keeps}` : `${allowed < used ? 'Over the limit. You keep what you have.' : full} ${way}`} {more}
          </IconText>
        </Text>
      ) : (
        children && <SubText>{children}</SubText>
      )}
    </li>
  )
}

const WIDTH = 300
const HEIGHT = 56

/** Chart of the meds per day in 30 days, with the plan's allowance as a dashed line. More meds than allowed never block anything. */
function MedsPerDay({ meds: { days, allowed } }: { meds: Overview['meds'] }) {
  const today = days.at(-1)?.amount ?? 0
  const most = Math.max(1, allowed === 'unlimited' ? 0 : allowed, ...days.map((day) => day.amount))
  const x = (at: number) => (at * WIDTH) / Math.max(1, days.length - 1)
  const y = (amount: number) => HEIGHT - (amount / most) * HEIGHT
  const points = days.map((day, at) => `${x(at).toFixed(1)},${y(day.amount).toFixed(1)}`).join(' ')
  const sum = days.reduce((total, day) => total + day.amount, 0)
  return (
    <li>
      <Group component="p" gap="sm" mb={6} justify="space-between">
        <b>Meds per day</b>
        <span>
          <b>{formatCount(today)}</b> today
        </span>
      </Group>
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Meds per day in 30 days: ${formatCount(sum)} in total, ${formatCount(Math.max(0, ...days.map((day) => day.amount)))} on the busiest day`}
      >
        <polygon fill="var(--action-tint)" points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} />
        <polyline fill="none" stroke="var(--action-line)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" points={points} />
        {allowed !== 'unlimited' && allowed > 0 && (
          <line
            stroke="var(--edge)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
            x1="0"
            x2={WIDTH}
            y1={y(allowed)}
            y2={y(allowed)}
          />
        )}
      </svg>
      <Group gap="sm" justify="space-between">
        <SubText>30 days</SubText>
        <SubText>
          {allowed === 'unlimited' || !allowed ? formatAmount(sum, 'package') : `dashed: about ${formatCount(allowed)}, not a limit`}
        </SubText>
      </Group>
    </li>
  )
}
