import { Box, Divider, Group, Text } from '@mantine/core'
import { EXCEPTION_SECTIONS, type ExceptionSection } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { formatAmount, formatCount } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { SeverityMark } from '../exception-words.tsx'
import { CounterItems } from '../ticket/counter-items.tsx'
import type { Ticket } from '../use-exceptions.ts'
import { EventItems, HeaderFacts, LocationItems, MedItems, ProductItems } from './document-items.tsx'
import { FindingSource } from './finding-source.tsx'

type Finding = Ticket['findings'][number]

const SECTION_OF: Record<string, ExceptionSection> = Object.fromEntries(
  Object.entries(EXCEPTION_SECTIONS).map(([key, title]) => [title, key as ExceptionSection]), // Object.entries() loses the type of the keys
)

/** Shows the sections of the document: the findings in each section, and its contents. For a counter ticket, lists the scanned items instead. */
export function WhatIsWrong({ ticket }: { ticket: Ticket }) {
  const { rejects, warnings } = ticket
  const counts = [rejects > 0 && `${formatCount(rejects)} to fix`, warnings > 0 && `${formatCount(warnings)} to look at`]
  if (ticket.documentId === null) {
    return (
      <Section title="What is wrong">
        <CounterItems ticket={ticket} />
      </Section>
    )
  }
  const sections = (Object.keys(EXCEPTION_SECTIONS) as ExceptionSection[]).filter((key) => key in ticket.details) // Object.keys() returns string[]
  return (
    <Section title="What is wrong" aside={counts.filter(Boolean).join(', ')}>
      <Card>
        {sections.map((section) => (
          <Part key={section} section={section} ticket={ticket} />
        ))}
      </Card>
      {ticket.truncated > 0 && (
        <Box mt="sm">
          <Muted>{formatAmount(ticket.truncated, 'more finding')} of the same types were counted but are not listed one by one.</Muted>
        </Box>
      )}
    </Section>
  )
}

/** Maximum number of findings per type that are listed individually when a file is read. */
const LISTED = 50

/** A collapsed section summarizes its state in one line; one with findings starts open. */
function Part({ section, ticket }: { section: ExceptionSection; ticket: Ticket }) {
  const findings = ticket.findings.filter((finding) => SECTION_OF[finding.section] === section)
  const of = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).reduce((sum, finding) => sum + finding.count, 0)
  const [fix, look] = [of('reject'), of('warn')]
  // These numbers may be too low if a type has at least `LISTED` findings, because the list may leave out further findings of that type.
  const listed = Map.groupBy(findings, ({ type }) => type).values()
  const isCut = ticket.truncated > 0 && [...listed].some((same) => same.reduce((sum, { count }) => sum + count, 0) >= LISTED)
  const plus = isCut ? '+' : ''
  return (
    <Disclosure
      opened={findings.length > 0}
      title={<h3>{EXCEPTION_SECTIONS[section]}</h3>}
      end={
        <>
          <span>{amountWords(section, ticket)}</span>
          {fix > 0 && <Badge meaning="stop">{`${formatCount(fix)}${plus} to fix`}</Badge>}
          {look > 0 && <Badge meaning="attention">{`${formatCount(look)}${plus} to look at`}</Badge>}
          {fix + look === 0 && (
            <IconText of={IconCheck} meaning="done">
              No problems found
            </IconText>
          )}
        </>
      }
    >
      {findings.map((finding) => (
        <FindingLine key={`${finding.type} ${finding.message} ${finding.severity}`} finding={finding} />
      ))}
      <Content section={section} ticket={ticket} />
    </Disclosure>
  )
}

const NOUNS = { events: 'event', locationVocabulary: 'location', meds: 'med', medVocabulary: 'product' } as const

function amountWords(section: ExceptionSection, { details, instanceIdentifier }: Ticket): string {
  if (section === 'header') return instanceIdentifier ? `Identifier ${instanceIdentifier}` : ''
  if (section === 'file') return ''
  return formatAmount(details[section]?.amount ?? 0, NOUNS[section])
}

function Content({ section, ticket }: { section: ExceptionSection; ticket: Ticket }): ReactNode {
  const { id, details } = ticket
  switch (section) {
    case 'header':
      return <HeaderFacts header={details.header?.data ?? null} />
    case 'events':
      return <EventItems id={id} first={details.events?.items ?? []} amount={details.events?.amount ?? 0} />
    case 'locationVocabulary':
      return <LocationItems id={id} first={details.locationVocabulary?.items ?? []} amount={details.locationVocabulary?.amount ?? 0} />
    case 'meds':
      return <MedItems id={id} first={details.meds?.items ?? []} amount={details.meds?.amount ?? 0} />
    case 'medVocabulary':
      return <ProductItems id={id} first={details.medVocabulary?.items ?? []} amount={details.medVocabulary?.amount ?? 0} />
    default:
      return null
  }
}

/** A finding's sentence, who must fix it, its location, the lines of the file, and what it affects. */
function FindingLine({ finding }: { finding: Finding }) {
  const { type, severity, message, hint, lines, amountOfLines, amountOfPlaces, event, count, excerpts, values, touches } = finding
  return (
    <>
      <Group px="md" py="sm" gap="sm" align="flex-start" wrap="nowrap">
        <SeverityMark of={severity} />
        <Box flex={1} miw={0}>
          <b>{message}</b>
          {hint && <Muted>{hint}</Muted>}
          <Group component="p" gap="0 16px" mt={2} fz="xs" c="var(--ink-3)">
            <span>{type}</span>
            {count > 1 && <span>{formatCount(count)} times</span>}
            {lines.length > 0 && <span>{lineWords(lines, amountOfLines)}</span>}
            {amountOfLines === 1 && amountOfPlaces > 1 && amountOfPlaces !== count && <span>{formatAmount(amountOfPlaces, 'place')}</span>}
            {event && <span>{event}</span>}
          </Group>
          {excerpts.map((excerpt) => (
            <FindingSource key={`${excerpt.line} ${excerpt.column}`} excerpt={excerpt} values={values} isReject={severity === 'reject'} />
          ))}
          {touches && touches.meds > 0 && (
            <Text inherit c="var(--ink-2)" mt="xs">
              {touches.products.join(', ')}: {formatAmount(touches.meds, 'package')}
              {touches.held > touches.pending && `, ${describeShare(touches.held - touches.pending, touches.meds)} on hold`}
              {touches.pending > 0 && `, ${describeShare(touches.pending, touches.meds)} data pending`}
            </Text>
          )}
        </Box>
      </Group>
      <Divider color="var(--hairline)" />
    </>
  )
}

const describeShare = (amount: number, all: number) => (amount === all ? 'all' : `${formatCount(amount)} of them`)

/** Writes line numbers as text: "line 401", "lines 424 and 451", "lines 1, 2, 3 and 17 more". */
function lineWords(lines: readonly number[], amount: number): string {
  const shown = lines.slice(0, 3).map(formatCount)
  if (amount === 1) return `line ${shown[0]}`
  if (amount === 2) return `lines ${shown.join(' and ')}`
  return amount > 3
    ? `lines ${shown.join(', ')} and ${formatCount(amount - 3)} more`
    : `lines ${shown.slice(0, 2).join(', ')} and ${shown[2]}`
}
