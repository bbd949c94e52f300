import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ProductList } from './line/product-list.tsx'
import ReceiveAllDialog from './list/receive-all.tsx'
import { FindingsBanner, ReplacedBanner } from './panel/banners.tsx'
import { applyRanges, parseIndex } from './receive-index.ts'
import { ReceiveProblem } from './receive-states.tsx'
import type { OrderDetail } from './receive-types.ts'

const twoMeds = (expirationDate = '2020-01-31') =>
  parseIndex({
    documentId: 1,
    count: 2,
    keys: 'A\nB',
    meta: '0,0',
    parents: '-1,-1',
    lasts: '0,1',
    states: '00',
    facts: [{ gtin: '00301162001165', productId: 4, lotNumber: 'L', expirationDate }],
    lastReceiptId: 0,
  })

const product = {
  id: 4,
  regulatedProductName: 'Metformin HCl',
  additionalTradeItemId: null,
  dosageFormType: 'TABLET',
  strengthDescription: '500 mg',
  manufacturerOfTradeItemPartyName: null,
  netContentDescription: null,
  sgtin: null,
  gtin: null,
}
const detail = { products: [{ product, total: 2, received: 0, held: 0 }] } as unknown as OrderDetail // the list reads only this field

function draw(node: React.ReactNode) {
  return render(
    <MantineProvider theme={{ components: { Portal: { defaultProps: {} } } }} env="test">
      {node}
    </MantineProvider>,
  )
}

describe('the banners', () => {
  test('show the total number of findings to fix and to check, as every other screen does', async () => {
    const about = { documentId: 1, isClosed: false, findings: { reject: 3, warn: 1 } }
    const more = {
      sender: {},
      receiver: {},
      purchaseOrderNumbers: [],
      documentWarnings: [],
      products: [],
      dropShipment: null,
      guidelineFacts: [],
      parts: [],
    }
    draw(<FindingsBanner detail={{ ...about, ...more } as unknown as OrderDetail} />) // the banner reads only these fields
    expect((await screen.findByRole('button')).textContent).toBe('4 findings')
  })
})

describe('an order that a corrected file replaced', () => {
  const replaced = 'This order was replaced by a corrected file'

  test('shows a message to the person scanning, with a link to the corrected order', async () => {
    draw(<ReplacedBanner documentId={8} />)
    expect((await screen.findByRole('alert')).textContent).toContain(
      `${replaced}Packages that you scan here are received on the corrected order.`,
    )
    expect(screen.getByRole('link', { name: 'Open the corrected order' }).getAttribute('href')).toBe('/orders/receive/8')
  })

  test('is not shown as voided, and links to the corrected order for users who open the replaced order later', async () => {
    const correction = { at: '2026-11-21T14:14:07.000Z', by: { firstName: 'Dana', lastName: 'Ruiz' }, reason: 'Replaced by DOC-2' }
    const about = { correction, isVoided: true, replacedById: 8 } as unknown as OrderDetail // the page reads only these fields
    draw(<ReceiveProblem problem="replaced" detail={about} crumbs={[]} retrying={false} onRetry={() => undefined} />)
    expect(await screen.findByText(/was replaced by a corrected file. Packages already received on this order stay received/)).toBeTruthy()
    expect(screen.getByText(/^Replaced .* by Dana Ruiz: Replaced by DOC-2/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the corrected order' }).getAttribute('href')).toBe('/orders/receive/8')
  })
})

const nothing = () => undefined

describe('Receive All', () => {
  const question = 'Are you sure you would like to mark every item on this order as received?'

  test('[RECV-003] [RECV-004] asks for a confirmation with the specified text and the count, then receives', async () => {
    const onReceive = vi.fn()
    draw(<ReceiveAllDialog index={twoMeds()} opened onClose={() => undefined} onReceive={onReceive} onHoldAndReceive={nothing} />)
    expect(await screen.findByText(question)).toBeTruthy()
    expect(screen.getByText('2 packages are left.')).toBeTruthy()
    // Expired packages count as a stop: their number has the color of a stop, and the safe button has the focus.
    expect(screen.getByText('2 expired packages are among them').closest('[data-meaning="stop"]')).not.toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await userEvent.click(screen.getByRole('button', { name: 'Receive 2 packages, 2 expired' }))
    expect(onReceive).toHaveBeenCalledOnce()
  })

  test('asks nothing when no package is expired', async () => {
    draw(
      <ReceiveAllDialog
        index={twoMeds('2999-01-31')}
        opened
        onClose={() => undefined}
        onReceive={() => undefined}
        onHoldAndReceive={nothing}
      />,
    )
    expect(await screen.findByText('2 packages are left, none of them expired.')).toBeTruthy()
    expect(document.querySelector('[data-meaning="stop"]')).toBeNull()
    expect(screen.getByRole('button', { name: 'Receive 2 packages' })).toBeTruthy()
  })

  test('lists the recalls of the packages, and lets the user either hold the recalled packages or give a reason and receive those packages too', async () => {
    const onHold = vi.fn()
    const onReceive = vi.fn()
    const index = twoMeds('2999-01-31')
    const lot = { epcisMedVocabularyId: 4, lotNumber: 'L', expiration: '2999-01-31', confidence: 'exact', why: 'Same NDC and lot' } as const
    const about = { epcisEventId: 1, isAnswered: false, dismissedAt: null, ...lot } as const
    index.recalls = [
      { ...about, recallId: 1, title: 'Metformin', classification: 'Class II', reason: 'Impurity', recallNumbers: ['D-1'] },
      { ...about, recallId: 2, title: 'Metformin ER', classification: 'Class I', reason: null, recallNumbers: ['D-2'] },
    ]
    draw(<ReceiveAllDialog index={index} opened onClose={() => undefined} onReceive={onReceive} onHoldAndReceive={onHold} />)
    expect(await screen.findByText('2 recalled packages are among them')).toBeTruthy()
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items).toEqual(['Class I, D-2Metformin ER: 2 packages', 'Class II, D-1Metformin: 2 packagesImpurity'])
    await userEvent.click(screen.getByRole('button', { name: 'Receive all 2 instead…' }))
    const whole = screen.getByRole('button', { name: 'Receive all 2, recalled packages included' })
    expect(whole).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByRole('textbox'), 'The maker cleared this lot')
    await userEvent.click(whole)
    expect(onReceive).toHaveBeenCalledWith('The maker cleared this lot')
    await userEvent.click(screen.getByRole('button', { name: 'Receive 0, hold 2' }))
    expect(onHold).toHaveBeenCalledWith(expect.arrayContaining([index.recalls[0], index.recalls[1]]))
    expect(onReceive).toHaveBeenCalledOnce()
  })

  test('[RECV-005] receives nothing when the user declines', async () => {
    const onReceive = vi.fn()
    const onClose = vi.fn()
    draw(<ReceiveAllDialog index={twoMeds()} opened onClose={onClose} onReceive={onReceive} onHoldAndReceive={nothing} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onReceive).not.toHaveBeenCalled()
  })
})

describe('the products of an order', () => {
  test('[RECV-001] [RECV-007] show a green check only when all their meds are received', () => {
    const index = twoMeds()
    const list = () => <ProductList index={index} detail={detail} now={null} onReceive={() => undefined} />
    const { unmount } = draw(list())
    expect(screen.getByRole('heading', { name: 'Metformin HCl' })).toBeTruthy()
    applyRanges(index, [[0, 0]], true)
    unmount()
    const half = draw(list())
    expect(screen.getByRole('img', { name: /1 of 2 left/ })).toBeTruthy()
    expect(half.container.querySelector('svg[data-done]')).toBeNull()
    half.unmount()
    applyRanges(index, [[1, 1]], true)
    const whole = draw(list())
    expect(whole.container.querySelector('svg[data-done]')).not.toBeNull()
  })
})
