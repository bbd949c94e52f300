import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { expect, test } from 'vitest'
import { type FORM_VERSIONS, incidentSheet } from './incident-report.pdf.ts'

const form = { ...EMPTY_INCIDENT_FORM, geographicLocation: 'New York, NY', initialNotificationDate: '2026-11-01', contactName: 'Dana Ruiz' }
const collectItems = (version: (typeof FORM_VERSIONS)[number]) =>
  [
    ...incidentSheet(form, version, 'Seriatim')
      .body.toString()
      .matchAll(/<dt>(\d+)\. ([^<]*)<\/dt>/g),
  ].map(([, n, label]) => `${n} ${label}`)

test('the 2025 edition of Form 3911 inserts the incident location as item 3, and the later items move down by one', () => {
  const [old, next] = [collectItems('2015'), collectItems('2025')]
  expect([old.length, next.length]).toEqual([23, 24])
  expect(next.slice(0, 4)).toEqual([
    '1 Type of report',
    '2 Incident number (given by the FDA)',
    '3 Geographic location of incident',
    '4 Date of initial notification',
  ])
  expect(next.slice(3)).toEqual(old.slice(2).map((item) => item.replace(/^\d+/, (n) => String(Number(n) + 1))))
  const sheet = incidentSheet(form, '2025', 'Seriatim')
  expect(sheet.body.toString()).toContain('New York, NY')
  expect(sheet.footer).toContain('edition 2025')
  expect(incidentSheet(form, '2015', 'Seriatim').body.toString()).not.toContain('New York, NY')
})
