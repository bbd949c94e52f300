import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { setZone } from '../../../ui/text/format.ts'

const person = { firstName: 'Dana', lastName: 'Ruiz' }
const at = '2026-09-16T12:42:00.000Z'
const northway = { name: 'Northway Wholesale', gln: '0399991230016', place: 'Newark NJ' }
const ormsby = { name: 'Ormsby Generics', gln: '0303999000007', place: 'Dayton OH' }
const pedigree = (more: object = {}) => ({
  med: {
    id: 4,
    serialNumber: '10K7M3Q92X41B8',
    lotNumber: 'M6604C',
    expirationDate: '2028-04-30',
    gtin: '00303999952306',
    ndc: '03999-9523-0',
    timeStamp: at,
    createdBy: person,
  },
  redbook: { ndc: '03999-9523-0' },
  redbookDetail: { medName: 'Metformin HCl', manufacturerName: 'Ormsby Generics', dateCreated: at },
  createdBy: person,
  customer: { id: 1, name: 'Park Avenue Pharmacy' },
  customerLocation: { id: 1, name: '412 Park Avenue', globalLocationNumber: '0399993456780' },
  attachments: [],
  isEpcisGenerated: true,
  dosageFormType: 'tablet',
  strengthDescription: '500 mg',
  netContentDescription: null,
  parents: [
    { line: 3, level: 'case', medId: null, sscc: '103999990000041857', gtin: null, serialNumber: null, meds: 12, children: 12 },
    { line: 1, level: 'pallet', medId: null, sscc: '003999990000041829', gtin: null, serialNumber: null, meds: 96, children: 8 },
  ],
  amountOfChildren: 0,
  package: null,
  siblings: 11,
  received: { by: person, at: '2026-09-16T13:14:00.000Z', how: 'scan' },
  orders: [
    {
      documentId: 7,
      purchaseOrderNumbers: ['88213-04'],
      senderNames: ['Northway Wholesale'],
      timeStamp: at,
      isReceived: true,
      isShipped: true,
    },
  ],
  history: [
    { party: northway, at, what: 'Shipped to Park Avenue Pharmacy', detail: 'PO 88213-04', kind: 'handover' },
    { party: northway, at, what: 'Packed on pallet', detail: '003999990000041829', kind: 'event' },
    { party: ormsby, at, what: 'Serial number assigned', detail: 'Lot M6604C, expires 2028-04-30', kind: 'event' },
  ],
  ...more,
})
const show = (more: object = {}, path = '/meddetail/4') => showApp(path, { answers: { 'med.readOneById': () => pedigree(more) } })

const facts = () => {
  const labels = [...document.querySelectorAll('dl dt')]
  return Object.fromEntries(labels.map((label) => [label.textContent, label.nextElementSibling?.textContent ?? '']))
}

beforeEach(() => setZone('America/New_York'))

describe('pedigree detail', () => {
  test('[SHELL-023 DETAIL-001] shows the details of a med', async () => {
    show()
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Pedigree Detail')
    await screen.findByRole('heading', { name: 'Facts' })
    expect(document.title).toBe('Pedigree Detail · Seriatim')
    const shown = facts()
    const wanted = {
      'Serial number': '10K7M3Q92X41B8',
      NDC: '03999-9523-0',
      'Med name': 'Metformin HCl',
      Manufacturer: 'Ormsby Generics',
      Lot: 'M6604C',
      'Record created': '09/16/2026 08:42',
      'Created by': 'Dana Ruiz',
      Organization: 'Park Avenue Pharmacy',
      Location: '412 Park Avenue',
    }
    for (const [label, value] of Object.entries(wanted)) expect(shown[label]).toContain(value)
  })

  test('[DETAIL-002 CONST-001] shows the expiration as MM/DD/YYYY', async () => {
    show()
    await screen.findByRole('heading', { name: 'Facts' })
    expect(facts().Expiration).toMatch(/^04\/30\/2028/)
  })

  test('shows who entered a med by hand, and marks an expired med', async () => {
    show({ isEpcisGenerated: false, orders: [], history: [], med: { ...pedigree().med, expirationDate: '2020-01-31' } })
    await screen.findByRole('heading', { name: 'Facts' })
    expect(facts()['Created by']).toBe('Dana Ruiz')
    expect(facts().Expiration).toMatch(/expired \d+ years ago$/)
  })

  test('[DETAIL-007] shows the packages that contain the med, outermost first, and the other meds in the same package on request', async () => {
    const unit = { line: 5, parentLine: 3, kind: 'med', sscc: null, gtin: null, serialNumber: '77', medId: 9, meds: 1, children: 0 }
    const { inputs } = showApp('/meddetail/4', {
      answers: {
        'med.readOneById': () => pedigree(),
        'order.readManyUnits': () => ({ items: [{ ...unit, line: 4, medId: 4 }, unit], nextCursor: null }),
      },
    })
    const tree = await screen.findByRole('list', { name: 'Packaging' })
    const lines = [...tree.querySelectorAll('li > div')].map((line) => line.textContent)
    expect(lines).toEqual([
      'Pallet 0039999900000418298 cases, 96 packages',
      'Case 10399999000004185712 packages',
      'This package 10K7M3Q92X41B8',
      '11 more in this case',
    ])
    expect(tree.querySelector('[aria-current]')?.textContent).toContain('This package')
    await userEvent.click(screen.getByRole('button', { name: '11 more in this case' }))
    expect((await within(tree).findByRole('link', { name: '77' })).getAttribute('href')).toBe('/meddetail/9')
    expect(inputs('order.readManyUnits')).toEqual([{ documentId: 7, parentLine: 3, limit: 500 }])
  })

  test('shows the contents of a case with their states, and does not list the case itself among them', async () => {
    const unit = { line: 5, parentLine: 4, kind: 'med', sscc: null, gtin: null, serialNumber: '77', medId: 9, meds: 1, children: 0 }
    const state = { isShipped: true, isHeld: false, received: 0, held: 0, lotNumber: 'L1', expirationDate: '2020-01-31', contents: [] }
    const { inputs } = showApp('/meddetail/4', {
      answers: {
        'med.readOneById': () =>
          pedigree({ package: { level: 'case', meds: 3, documentId: 7, line: 4, received: 1, held: 1 }, received: null }),
        'order.readManyUnits': () => ({
          items: [
            { ...unit, ...state },
            { ...unit, ...state, line: 6, serialNumber: '78', received: 1 },
            { ...unit, ...state, line: 7, serialNumber: '79', isHeld: true },
          ],
          nextCursor: null,
        }),
      },
    })
    const inside = await screen.findByRole('region', { name: 'Contents' })
    await within(inside).findByText('Received')
    expect(within(inside).getByText('1 of 3 packages received, 1 on hold')).toBeTruthy()
    expect([...inside.querySelectorAll('li')].map((row) => row.querySelector('.mantine-Badge-root')?.textContent?.trim())).toEqual([
      'Not received',
      'Received',
      'On hold',
    ])
    expect(within(inside).getAllByText('expired 01/31/20')).toHaveLength(3)
    expect(screen.getByText('Case of 3 packages')).toBeTruthy()
    expect(inputs('order.readManyUnits')).toMatchObject([{ documentId: 7, parentLine: 4, limit: 50 }])
  })

  test('[DETAIL-008] shows a message when no package contains the med', async () => {
    show({ parents: [], siblings: 0 })
    expect(await screen.findByText('This med was not part of a larger package')).toBeTruthy()
  })

  test('[DETAIL-009] shows a message when there are no attachments', async () => {
    show()
    expect(await screen.findByText('This med has no attachments')).toBeTruthy()
  })

  test.each([
    ['true', { medId: 4, isEpcisGenerated: true }],
    ['false', { medId: 4, isEpcisGenerated: false }],
    ['', { medId: 4 }],
  ])('[DETAIL-010 DETAIL-011] passes the flag isEpcisGenerated=%s to the server', async (flag, input) => {
    const { inputs } = show({}, `/meddetail/4${flag && `?isEpcisGenerated=${flag}`}`)
    await screen.findByRole('heading', { name: 'Facts' })
    expect(inputs('med.readOneById')).toEqual([input])
  })

  test('passes its data to the incident report, and can be saved as a PDF', async () => {
    const saved = vi.fn()
    showApp('/meddetail/4', {
      answers: {
        'med.readOneById': () => pedigree(),
        'med.readOnePaper': (input: unknown) => {
          saved(input)
          return { filename: 'p.pdf', base64: '' }
        },
      },
    })
    const links = await screen.findAllByRole('link', { name: 'Report An Incident' })
    expect(links.map((link) => link.getAttribute('href'))).toContain(
      '/reportanincident?serial=10K7M3Q92X41B8&gtin=00303999952306&ndc=03999-9523-0&lot=M6604C&expiry=2028-04-30&order=7',
    )
    const [button] = screen.getAllByRole('button', { name: 'Download PDF' })
    if (button) await userEvent.click(button)
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ medId: 4 }))
  })

  test('starts a tracing request with the package', async () => {
    show()
    const link = await screen.findByRole('link', { name: 'Record a tracing request' })
    expect(link.getAttribute('href')).toBe('/tracing/new?from=med&id=4')
  })

  test('shows the history by custodian, newest first', async () => {
    show()
    await screen.findByText('3 events, 2 parties, from Northway Wholesale’s file')
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['Northway Wholesale', 'Ormsby Generics'])
    expect(screen.getByText('Lot M6604C, expires 04/30/2028')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'PO 88213-04' }).getAttribute('href')).toBe('/orders/receive/7')
  })

  test('shows the server’s message when the med does not exist, and sends nothing for an invalid URL', async () => {
    const sentence = 'This pedigree no longer exists, or it belongs to a location you cannot access.'
    const missing = {
      'med.readOneById': () => {
        throw refusal('pedigree_not_found', sentence, 404)
      },
    }
    showApp('/meddetail/5', { answers: missing })
    await waitFor(() => expect(screen.getByText(sentence)).toBeTruthy())
    const { calls } = showApp('/meddetail/abc', { answers: missing })
    await screen.findByText('No pedigree was found for this link.')
    expect(calls).toEqual([])
  })
})
