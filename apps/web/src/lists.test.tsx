import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { PedigreeActivity } from './features/report/pedigree-report.tsx'
import { ReceivingReport } from './features/report/receiving-report.tsx'
import { AccessTokens } from './features/settings/access-tokens.tsx'
import { showApp } from './test-app.tsx'
import { setZone } from './ui/text/format.ts'

const at = '2026-09-17T01:30:00.000Z'
const day = '2026-09-16'
const range = { from: day, to: day, customerLocationId: 0 }
const line = {
  id: 1,
  at,
  by: null,
  what: 'Access token created',
  action: 'accessToken.create',
  kind: 'user',
  subjectId: null,
  subjectName: null,
  sentence: [{ text: 'created an access token', kind: null, id: null }],
  facts: [{ label: 'Ends', before: '2026-12-01T05:00:00.000Z', value: '2027-01-01T05:00:00.000Z' }],
}
const receipt = {
  id: 3,
  at,
  by: 'Dana Ruiz',
  how: 'scan',
  isUndo: false,
  documentId: 7,
  purchaseOrderNumbers: ['88213-04'],
  senderName: 'Northway Wholesale',
  locationName: '412 Park Avenue',
  amount: 1,
  products: ['Metformin 500 mg'],
  serialNumber: '10K7M3Q9',
  medId: 9,
}
const token = {
  id: 1,
  name: 'Pharmacy system',
  createdAt: at,
  expiresAt: '2026-12-16T05:00:00.000Z',
  lastUsedAt: null,
  lastAddress: null,
  isOver: false,
}

beforeEach(() => setZone('America/New_York'))

test('[CONST-001] the audit trail formats its times and the instants in its details as MM/DD/YY', async () => {
  const answers = { 'audit.readManyBySearch': () => ({ items: [line], nextCursor: null }), 'audit.readManyPeople': () => [] }
  showApp('/audit', { answers })
  const table = within(await screen.findByRole('table', { name: 'Audit trail' }))
  expect((await table.findByText('09/16/26 21:30')).tagName).toBe('TD')
  expect(table.getByText('12/01/26 00:00')).toBeTruthy()
  expect(table.getByText('01/01/27 00:00')).toBeTruthy()
})

test('[CONST-001] the receiving log writes dates as MM/DD/YY, even when a time follows', async () => {
  const answers = {
    'report.readReceiving': () => ({
      rows: [receipt],
      receipts: 1,
      received: 1,
      takenBack: 0,
      days: [{ day, received: 1, takenBack: 0 }],
    }),
  }
  showApp('/', { answers, children: <ReceivingReport range={range} /> })
  expect(await screen.findByText('09/16/26')).toBeTruthy()
  expect(screen.getByText('09/16/26 21:30')).toBeTruthy()
  expect(screen.queryByText(/\/2026/)).toBeNull()
})

test('[CONST-001] pedigree activity formats its days as MM/DD/YY', async () => {
  const answers = { 'report.readPedigrees': () => ({ days: [{ day, made: 1, received: 1, sent: 1 }], made: 1, received: 1, sent: 1 }) }
  showApp('/', { answers, children: <PedigreeActivity range={range} /> })
  expect(await screen.findByText('09/16/26')).toBeTruthy()
  expect(screen.queryByText(/\/2026/)).toBeNull()
})

test('[CONST-001] the list of access tokens formats the days of creation and expiry as MM/DD/YY', async () => {
  showApp('/', { answers: { 'auth.readManyAccessTokens': () => [token] }, children: <AccessTokens /> })
  expect(await screen.findByText('Never used. Created 09/16/26, expires 12/16/26.')).toBeTruthy()
})
