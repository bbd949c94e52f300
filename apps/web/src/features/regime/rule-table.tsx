import { Box, Button } from '@mantine/core'
import {
  HEAD_COUNT_EXEMPTION,
  judgeRegime,
  type OwnRule,
  type Regime,
  type RegimeRule,
  type RuleStanding,
  type RuleState,
} from '@seriatim/schema'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate, formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText, Quiet } from '../../ui/text/icon-text.tsx'
import { LinkButton, SubText } from '../../ui/text/text.tsx'
import { EndRuleDialog } from './end-rule-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'

const { limit } = HEAD_COUNT_EXEMPTION

type Standing = RuleStanding<RegimeRule>

const GROUPS: readonly { state: RuleState; title: string; more?: (standings: readonly Standing[]) => string | undefined }[] = [
  { state: 'unknown', title: 'Depends on your head count', more: () => `and applies if you have more than ${limit} employees` },
  {
    state: 'notYet',
    title: 'Not yet applicable',
    more: (standings) => (standings.every(({ isExempt }) => isExempt) ? `as long as you have ${limit} or fewer employees` : undefined),
  },
  { state: 'applies', title: 'Applies now' },
  { state: 'ended', title: 'Ended' },
]

/** Lists all rules with their dates and sources, grouped by state, such as "Applies now". */
export function RuleTable({ regime }: { regime: Regime }) {
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<OwnRule>()
  const standings = judgeRegime(regime, regime.day)
  return (
    <Section title="Rules">
      <Card
        foot={
          <>
            <span>State rules are not in this list.</span>
            {regime.mayWrite && (
              <Button size="xs" leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => setAdding(true)}>
                Add a rule
              </Button>
            )}
          </>
        }
      >
        <PlainTable label="Rules" head={['What you must do', 'From', 'Until', 'Source', 'As of']} stacks groups>
          {GROUPS.map(({ state, title, more }) => {
            const rows = standings.filter((one) => one.state === state)
            const words = more?.(rows)
            return (
              rows.length > 0 && (
                <tbody key={state}>
                  <tr>
                    <Box component="th" colSpan={5} scope="rowgroup" bg="var(--sunk)">
                      <span>
                        <b>{title}</b> {words && <Quiet>{words}</Quiet>}
                      </span>
                    </Box>
                  </tr>
                  {rows.map((row) => (
                    <Row key={row.rule.key} row={row} onEnd={regime.mayWrite ? setEnding : undefined} />
                  ))}
                </tbody>
              )
            )
          })}
        </PlainTable>
      </Card>
      {isAdding && <RuleDialog onClose={() => setAdding(false)} />}
      {ending && <EndRuleDialog rule={ending} day={regime.day} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}

interface RowProps {
  row: Standing
  onEnd: ((rule: OwnRule) => void) | undefined
}

function Row({ row, onEnd }: RowProps) {
  const { rule, state, begins, isExempt } = row
  const { own } = rule
  const mayEnd = own !== null && onEnd && own.endedOn === null && state !== 'ended'
  const note = (state === 'notYet' ? rule.noteBefore : undefined) ?? rule.note
  return (
    <tr>
      <Box component="td" miw={220}>
        <span>
          <Box component="span" fw="var(--w-strong)">
            {rule.duty}
          </Box>
          {note && <SubText>{note}</SubText>}
          {own && (
            <SubText>
              A contract, not a law. Entered by {own.addedBy}
              {own.endedBy && `, ended by ${own.endedBy}`}
            </SubText>
          )}
          {mayEnd && (
            <LinkButton aria-label={`End the rule ${rule.duty}`} onClick={() => onEnd(own)}>
              End
            </LinkButton>
          )}
        </span>
      </Box>
      {isExempt ? <ExemptDays begins={begins} /> : <Days row={row} />}
      <td data-label="Source">
        <span>
          {isExempt ? HEAD_COUNT_EXEMPTION.source : rule.source}
          {isExempt && <SubText>{rule.source}</SubText>}
          {rule.isSecondHand && (
            <SubText>
              <IconText of={IconAlertTriangle} meaning="attention" size={14}>
                From a secondary source, to be confirmed
              </IconText>
            </SubText>
          )}
        </span>
      </td>
      <td data-desk>{formatDate(rule.checkedOn)}</td>
    </tr>
  )
}

/**
 * Cells for a rule from which the pharmacy is exempt: the day on which the exemption began, and the day on which it ends and the rule starts to
 * apply.
 */
const ExemptDays = ({ begins }: { begins: string | null }) => (
  <>
    <td data-desk>{formatLongDate(HEAD_COUNT_EXEMPTION.from)}</td>
    <td data-label="Begins">
      <span>
        <b>{formatLongDate(begins)}</b>
        <SubText>applies from this date</SubText>
      </span>
    </td>
  </>
)

function Days({ row: { rule, state, begins } }: { row: Standing }) {
  return (
    <>
      <td data-label={state === 'applies' || state === 'ended' ? 'Since' : 'Begins'}>{begins ? formatLongDate(begins) : 'Count first'}</td>
      <td {...(rule.until ? { 'data-label': state === 'ended' ? 'Ended' : 'Until' } : { 'data-desk': true })}>
        {rule.until ? formatLongDate(rule.until) : 'No end'}
      </td>
    </>
  )
}
