import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { HeldBadge } from './held-badge.tsx'
import { HoldLine } from './hold-line.tsx'
import { HoldNotes } from './hold-notes.tsx'
import { PackageHold } from './package-hold.tsx'

const quarantine = {
  id: 1,
  kind: 'order',
  label: 'PO 7',
  productName: null,
  locationName: 'Main',
  medId: null,
  documentId: 5,
  meds: 4,
  reason: 'The seal is broken',
  cause: 'quarantine',
  documentExceptionId: null,
  ticketNumber: null,
  placedAt: '2026-11-20T15:00:00Z',
  placedBy: { firstName: 'Dana', lastName: 'Ruiz' },
  releasedAt: null,
  releasedBy: null,
  releaseReason: null,
  mayRelease: true,
  disposedAt: null,
  disposedBy: null,
  disposal: null,
  disposalReason: null,
  mayDispose: true,
  investigationId: null,
  isInvestigated: false,
}
const pending = {
  ...quarantine,
  id: 2,
  label: 'Ticket 1004',
  reason: 'Data pending: the lot is missing.',
  cause: 'dataPending',
  documentExceptionId: 44,
  ticketNumber: 1004,
  mayRelease: false,
  mayDispose: false,
}
const holds = (...items: object[]) => ({ 'med.readManyHolds': () => ({ items, nextCursor: null, amount: items.length }) })

describe('a hold for missing data', () => {
  test('has its own label, icon and color, links to its ticket, and has no release button next to the product', async () => {
    showApp('/', { answers: holds(pending), children: <HoldNotes documentId={5} /> })
    const note = (await screen.findByText('Data pending')).closest<HTMLElement>('[data-meaning]')
    expect(note?.dataset.meaning).toBe('info')
    expect(note?.querySelector('svg')?.getAttribute('class')).toContain('hourglass')
    expect(screen.getByText(/^The lot is missing. \(Dana Ruiz, .*\). The file is wrong, not the product.$/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Waiting for ticket 1004' }).getAttribute('href')).toBe('/exceptions/44')
    expect(screen.queryByRole('button', { name: 'Release…' })).toBeNull()
  })

  test('is listed below quarantined product on the receiving screen', async () => {
    showApp('/', { answers: holds(pending, quarantine), children: <HoldLine documentId={5} /> })
    const line = (await screen.findByText('On hold: all of PO 7')).closest('[data-banner]')
    expect(line?.getAttribute('data-banner')).toBe('stop')
    expect(within(line as HTMLElement).getByRole('button', { name: 'Release…' })).toBeTruthy() // the assertion above has found the line
  })

  test('is shown for a package in the report form, where the package can still be quarantined', async () => {
    showApp('/', { answers: holds(pending), children: <PackageHold target={{ medId: 3 }} name="Serial 1" /> })
    expect(await screen.findByText('Data pending')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Put on hold…' })).toBeTruthy()
  })

  test('is counted separately from quarantine', async () => {
    showApp('/', { children: <HeldBadge meds={5} of={12} pending={3} /> })
    expect(await screen.findByText('2 on hold')).toBeTruthy()
    expect(screen.getByText('3 data pending')).toBeTruthy()
  })
})

describe('quarantined product', () => {
  test('can be investigated, released or disposed of by users with permission', async () => {
    showApp('/', { answers: holds(quarantine), children: <HoldNotes documentId={5} /> })
    for (const name of ['Investigate…', 'Release…', 'Dispose of…']) expect(await screen.findByRole('button', { name })).toBeTruthy()
  })

  test('with an open investigation has a link to it, and “Print label” as its only button', async () => {
    const under = { ...quarantine, investigationId: 12, isInvestigated: true, mayRelease: false, mayDispose: false }
    showApp('/', { answers: holds(under), children: <HoldNotes documentId={5} /> })
    const link = await screen.findByRole('link', { name: 'Under investigation 12' })
    expect(link.getAttribute('href')).toBe('/investigations/12')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Print label'])
  })

  test('shows how it was disposed of, by whom and why', async () => {
    const gone = {
      ...quarantine,
      mayRelease: false,
      mayDispose: false,
      disposal: 'destroyed',
      disposedAt: '2026-11-22T15:00:00Z',
      disposedBy: { firstName: 'Lee', lastName: 'Park' },
      disposalReason: 'Burned',
    }
    showApp('/', { answers: holds(gone), children: <HoldNotes documentId={5} /> })
    expect(await screen.findByText(/Destroyed \(Lee Park, .*\): Burned/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
