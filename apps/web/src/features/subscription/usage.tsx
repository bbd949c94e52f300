import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { countOf, formatCount } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Bar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import type { Overview } from './shop.ts'
import css from './usage.module.css'

/** What the customer has and uses: each limit, and the way to more. */
export function Usage({ overview, isShop }: { overview: Overview; isShop?: boolean }) {
  const { locations, users, storageGb, meds, hasRecalls } = overview
  const more = isShop ? undefined : <Link href="/subscription/modify">Get more</Link>
  return (
    <Section title="What you have and use">
      <Card className={css.usage}>
        <Meter label="Locations" {...locations} full="All used. To add another location, buy a plan." more={more} />
        <Meter label="Users" {...users} full="All used. To add another person, buy a plan or an additional user." more={more}>
          {peopleWords(users)}
        </Meter>
        <Meter
          label="Storage"
          {...storageGb}
          used={Math.round(storageGb.used * 10) / 10}
          unit="GB"
          full="Full. You cannot attach files until you have more storage."
          more={more}
        >
          {storageGb.lastMonth >= 0.1 ? `Grew by ${storageGb.lastMonth.toFixed(1)} GB in 30 days` : 'Grew by less than 0.1 GB in 30 days'}
        </Meter>
        <MedsPerDay meds={meds} />
        <div className={css.row}>
          <b>Recall alerts</b>
          {hasRecalls ? <Badge meaning="done">Active</Badge> : <Badge>Not active</Badge>}
        </div>
      </Card>
    </Section>
  )
}

function peopleWords({ active, invited, allowed, used }: Overview['users']): string {
  const left = allowed === 'unlimited' ? undefined : Math.max(0, allowed - used)
  return [`${active} active`, invited > 0 && `${invited} invited`, left !== undefined && `${left} left`].filter(Boolean).join(', ')
}

interface MeterProps {
  label: string
  used: number
  allowed: number | 'unlimited'
  unit?: string
  /** What is said when nothing is left. */
  full: string
  more: ReactNode
  children?: ReactNode
}

function Meter({ label, used, allowed, unit, full, more, children }: MeterProps) {
  const isFull = allowed !== 'unlimited' && used >= allowed
  const words = allowed === 'unlimited' ? 'used, unlimited' : `of ${formatCount(allowed)}${unit ? ` ${unit}` : ''}`
  return (
    <div className={css.meter}>
      <p className={css.head}>
        <b>{label}</b>
        <span>
          <b>{used.toLocaleString('en-US')}</b>
          {allowed === 'unlimited' && unit ? ` ${unit} ` : ' '}
          {words}
        </span>
      </p>
      {allowed !== 'unlimited' && (
        <div className={isFull ? css.full : css.some}>
          <Bar done={used} total={Math.max(allowed, used, 1)} label={`${label}: ${used} ${words}`} />
        </div>
      )}
      {isFull ? (
        <p className={css.warn}>
          <Glyph of={IconAlertTriangle} size={16} />{' '}
          <span>{allowed < used ? `Over the limit. You keep what you have. ${full}` : full}</span>
          {more}
        </p>
      ) : (
        children && <p className={css.sub}>{children}</p>
      )}
    </div>
  )
}

const WIDTH = 300
const HEIGHT = 56

/** A meter with a note, never a stop. */
function MedsPerDay({ meds: { days, allowed } }: { meds: Overview['meds'] }) {
  const today = days.at(-1)?.amount ?? 0
  const most = Math.max(1, allowed === 'unlimited' ? 0 : allowed, ...days.map((day) => day.amount))
  const x = (at: number) => (at * WIDTH) / Math.max(1, days.length - 1)
  const y = (amount: number) => HEIGHT - (amount / most) * HEIGHT
  const points = days.map((day, at) => `${x(at).toFixed(1)},${y(day.amount).toFixed(1)}`).join(' ')
  const sum = days.reduce((total, day) => total + day.amount, 0)
  return (
    <div className={css.meter}>
      <p className={css.head}>
        <b>Meds per day</b>
        <span>
          <b>{formatCount(today)}</b> today
        </span>
      </p>
      <svg
        className={css.curve}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Meds per day in 30 days: ${formatCount(sum)} altogether, ${formatCount(Math.max(0, ...days.map((day) => day.amount)))} on the busiest day`}
      >
        <polygon className={css.area} points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} />
        <polyline className={css.stroke} points={points} />
        {allowed !== 'unlimited' && allowed > 0 && <line className={css.limit} x1="0" x2={WIDTH} y1={y(allowed)} y2={y(allowed)} />}
      </svg>
      <p className={css.axis}>
        <span>30 days</span>
        <span>{allowed === 'unlimited' || !allowed ? countOf(sum, 'med') : `dashed: about ${formatCount(allowed)}, not a limit`}</span>
      </p>
    </div>
  )
}
