import { Button } from '@mantine/core'
import { judgeRegime, LEGAL_RULES, NO_LEGAL_ADVICE, type Regime } from '@seriatim/schema'
import { IconPrinter, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatAmount, formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { CountDialog } from './count-dialog.tsx'
import { DueNext } from './due-next.tsx'
import { Employees } from './employees.tsx'
import { OurFacts } from './our-facts.tsx'
import { RuleTable } from './rule-table.tsx'

/** The rules that bind this pharmacy today, future rules, and the next due dates. */
export default function RulesPage() {
  const regime = trpc.regime.readOne.useQuery()
  const [isCounting, setCounting] = useState(false)
  const { data } = regime
  const count = data?.mayWrite && (
    <Button variant="filled" leftSection={<Glyph of={IconUsers} size={16} />} onClick={() => setCounting(true)}>
      Count employees
    </Button>
  )
  return (
    <Page
      title="What applies to us"
      crumbs={[{ label: 'What Applies To Us' }]}
      lede={data && writeLede(data)}
      actions={
        <>
          <PrintButton label="Print for the binder" />
          {count}
        </>
      }
      thumb={
        <>
          <PrintButton label="Print" />
          {count}
        </>
      }
      full
    >
      <Loaded
        query={regime}
        subject="The rules"
        sentence={findServerSentence(regime.error)}
        safe="Your head count and the facts about the organization are safe"
        waiting={<SkeletonCard />}
      >
        {(found) => (
          <Columns>
            <Column>
              <DueNext regime={found} />
              <RuleTable regime={found} />
            </Column>
            <Column>
              <Employees regime={found} />
              <OurFacts regime={found} />
              <Muted>{NO_LEGAL_ADVICE}</Muted>
            </Column>
          </Columns>
        )}
      </Loaded>
      {isCounting && data && <CountDialog newest={data.headCounts[0]} onClose={() => setCounting(false)} />}
    </Page>
  )
}

/** Summary above the rules: "7 rules apply today, 3 do not yet. Rules as of 11/20/2026, your facts 11/20/2026." */
function writeLede(regime: Regime): string {
  const standings = judgeRegime(regime, regime.day)
  const amount = (state: string) => standings.filter((one) => one.state === state).length
  const [applies, notYet, unknown] = [amount('applies'), amount('notYet'), amount('unknown')]
  const rules = [
    `${formatAmount(applies, 'rule applies', 'rules apply')} today`,
    notYet > 0 && `${notYet} ${notYet === 1 ? 'does' : 'do'} not yet`,
    unknown > 0 && `${unknown} ${unknown === 1 ? 'depends' : 'depend'} on your head count`,
  ]
  const asOf = LEGAL_RULES.map(({ checkedOn }) => checkedOn).toSorted()[0]
  const facts = regime.facts
    ? `facts about your organization as of ${formatLongDate(regime.facts.confirmedAt)}`
    : 'the facts about your organization are not yet confirmed'
  return `${rules.filter(Boolean).join(', ')}. Rules as of ${formatLongDate(asOf)}; ${facts}.`
}

function PrintButton({ label }: { label: string }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.regime.readOnePdf.fetch(undefined, FRESH), 'application/pdf')
  return (
    <Button leftSection={<Glyph of={IconPrinter} size={16} />} loading={isSaving} onClick={save}>
      {label}
    </Button>
  )
}
