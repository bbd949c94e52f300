import { errorTypes } from '@seriatim/epcis'
import { EXCEPTION_ERROR_TYPES } from '@seriatim/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineKeeper } from './document/line-keeper.ts'
import { canTransition, findingPlaces, groupTicketFindings, mostSevere, type StoredFinding, ticketKind } from './exception.rules.ts'

const finding = (severity: 'reject' | 'warn', line: number, more: Partial<StoredFinding> = {}): StoredFinding => ({
  severity,
  line,
  type: 'EventMedsError',
  message: 'A lot is missing.',
  section: 'Meds',
  path: '/EPCISDocument/EPCISBody/EventList/ObjectEvent[2]/extension',
  column: 5,
  event: null,
  value: null,
  hint: 'Ask for it.',
  ...more,
})

test('[EXC-003] the filter offers the EPCIS reader’s error types in the reader’s order', () => {
  expect(EXCEPTION_ERROR_TYPES).toEqual(errorTypes)
})

test('the most severe finding is the first that rejects the file, or the first of all if none does', () => {
  expect(mostSevere([finding('warn', 1), finding('reject', 2), finding('reject', 3)])?.line).toBe(2)
  expect(mostSevere([finding('warn', 1), finding('warn', 2)])?.line).toBe(1)
  expect(mostSevere([])).toBeUndefined()
})

test('a ticket’s subject is determined by its most severe finding', () => {
  const kinds = [
    ['AllMedsNotShippedError', 'dataNoProduct', 'missing_product'],
    ['LocationVocabularyError', 'dataIssue', 'master_data_errors'],
    ['MedVocabularyError', 'dataIssue', 'master_data_errors'],
    ['EventMedsError', 'dataIssue', 'data_misalignment'],
    ['EventListBizStepError', 'dataIssue', 'missing_product_data'],
  ] as const
  for (const [type, category, reportKind] of kinds) expect(ticketKind(type)).toEqual({ category, reportKind })
})

test('[EXC-026] an open ticket can be closed or resolved, a closed or resolved one can be reopened, and nothing else is allowed', () => {
  const all = ['OPEN', 'CLOSED', 'RESOLVED'] as const
  const refused = all.flatMap((from) => all.filter((to) => !canTransition(from, to)).map((to) => `${from} ${to}`))
  expect(refused).toEqual(['CLOSED RESOLVED', 'RESOLVED CLOSED'])
})

test('findings with the same text are grouped into one entry that lists all their places, with errors before warnings', () => {
  const groups = groupTicketFindings(
    [
      finding('warn', 3, { message: 'Look', section: 'Events' }),
      finding('reject', 9, { section: 'Events', event: 4 }),
      finding('reject', 7, { section: 'Events', event: 5 }),
    ],
    [{ line: 9, column: 1, at: 0, lines: [] }],
  )
  expect(
    groups.map(({ severity, count, lines, events, event, excerpts }) => ({
      severity,
      count,
      lines,
      events,
      event,
      excerpts: excerpts.length,
    })),
  ).toEqual([
    { severity: 'reject', count: 2, lines: [9, 7], events: [4, 5], event: 'ObjectEvent', excerpts: 1 },
    { severity: 'warn', count: 1, lines: [3], events: [], event: 'ObjectEvent', excerpts: 0 },
  ])
})

test('only the first three of many findings with the same text are kept with their lines of the file', () => {
  const many = Array.from({ length: 5000 }, (_, at) => finding('reject', at + 1))
  expect(findingPlaces(many).map(({ line }) => line)).toEqual([1, 2, 3])
})

test('the list of positions shows every finding once before it repeats any of them, even with hundreds of different findings', () => {
  const many = Array.from({ length: 1500 }, (_, at) =>
    finding('reject', (at % 500) + 1, { message: `Wrong ${at % 500}`, column: at * 10 + 1 }),
  )
  const places = findingPlaces(many)
  expect(new Set(places.map(({ line }) => line)).size).toBe(500)
  expect(places.length).toBeLessThanOrEqual(1000)
})

test('a finding on 50 lines states that number, but lists only the first 20 lines', () => {
  const [group] = groupTicketFindings(
    Array.from({ length: 50 }, (_, at) => finding('reject', at + 1)),
    [],
  )
  expect(group).toMatchObject({ count: 50, amountOfLines: 50, amountOfPlaces: 50 })
  expect(group?.lines).toHaveLength(20)
})

describe('findings in a single-line file', () => {
  const at = [40, 5000, 9000, 5300]
  const findings = at.map((column, n) => finding('reject', 1, { message: `Wrong ${n}`, column: column + 1, value: `<v${n}>` }))
  const text = [...at].sort((a, b) => a - b).reduce((line, column) => `${line.padEnd(column, 'x')}<v${at.indexOf(column)}>`, '')

  test('are each shown with the text around them', () => {
    const keeper = new LineKeeper(findingPlaces(findings))
    for (let from = 0; from < text.length; from += 700) keeper.write(text.slice(from, from + 700))
    const groups = groupTicketFindings(findings, keeper.excerpts())
    for (const [n, group] of groups.entries()) {
      expect(group.excerpts).toHaveLength(1)
      const [excerpt] = group.excerpts
      const [shown] = excerpt?.lines ?? []
      expect(shown?.text.startsWith(`<v${n}>`, excerpt?.at)).toBe(true)
      expect(group).toMatchObject({ lines: [1], amountOfLines: 1, places: [{ line: 1, column: (at[n] ?? 0) + 1 }] })
    }
  })

  test('share an excerpt if they have the same text and are close together', () => {
    const same = findings.map((one) => ({ ...one, message: 'The same' }))
    const keeper = new LineKeeper(findingPlaces(same))
    keeper.write(text)
    const [group] = groupTicketFindings(same, keeper.excerpts())
    expect(group).toMatchObject({ count: 4, amountOfLines: 1, amountOfPlaces: 4 })
    expect(group?.excerpts.map(({ column }) => column - 1)).toEqual([40, 5000, 9000])
  })
})

describe('the lines kept from a file', () => {
  test('include each finding’s line and the lines around it, regardless of chunk boundaries', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, '')),
          { minLength: 1, maxLength: 30 },
        ),
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        (lines, at, size) => {
          const line = (at % lines.length) + 1
          const keeper = new LineKeeper([{ line, column: 1 }])
          const text = lines.join('\n')
          for (let from = 0; from < text.length; from += size) keeper.write(text.slice(from, from + size))
          const [kept] = keeper.excerpts()
          for (const one of kept?.lines ?? []) expect(one).toEqual({ line: one.line, text: lines[one.line - 1], isCut: false })
          expect(kept?.lines.some((one) => one.line === line)).toBe((lines[line - 1] ?? '').length > 0)
        },
      ),
    )
  })

  test('are cut to the text around the finding if the file is a single line', () => {
    const keeper = new LineKeeper([{ line: 1, column: 500_001 }])
    const text = `${'a'.repeat(500_000)}<here>${'b'.repeat(500_000)}`
    for (let from = 0; from < text.length; from += 65_536) keeper.write(text.slice(from, from + 65_536))
    const [kept] = keeper.excerpts()
    expect(kept?.lines).toHaveLength(1)
    expect(kept?.lines[0]?.text).toContain('<here>')
    expect(kept?.lines[0]?.text.length).toBeLessThanOrEqual(400)
    expect(kept?.lines[0]?.isCut).toBe(true)
  })
})
