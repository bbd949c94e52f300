import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { BalanceSection } from './balance-section.tsx'
import { useOwnFigures } from './use-pack-ask.ts'

const year = { from: '2026-01-01', to: '2026-12-31' }
const line = {
  ndc: '00071015523',
  productName: 'Lipitor',
  locationId: 1,
  locationName: 'Main',
  ...{ bought: 5, received: 5, typedIn: 0, sold: 0, returned: 0, destroyed: 0, otherwise: 0, recalled: 0 },
}

function Balance() {
  const [period, setPeriod] = useState(year)
  const [figures, setFigures, left] = useOwnFigures(period)
  const ask = { preset: 'pbm' as const, ...period, locationIds: [], tradingPartnerIds: [], ndcs: [], lotNumbers: [], medIds: [] }
  return (
    <>
      <button type="button" onClick={() => setPeriod({ ...year, from: '2026-10-01' })}>
        Last quarter
      </button>
      <button type="button" onClick={() => setPeriod(year)}>
        Whole year
      </button>
      <BalanceSection ask={ask} figures={figures} left={left} columns={null} onFigures={setFigures} />
    </>
  )
}

test('an opening count disappears with an explanation when the period changes, and returns when its own period is selected again', async () => {
  showApp('/', { answers: { 'inspection.readManyBalance': () => [line] } as never, children: <Balance /> })
  const user = userEvent.setup()
  const opening = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Opening count/ })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await user.type(await opening(), '12')
  await press('Last quarter')
  expect((await opening()).value).toBe('')
  expect(screen.getByText(/^They belong to another period, 01\/01\/2026 to 12\/31\/2026\./)).toBeTruthy()
  await user.click(await opening())
  await press('Whole year')
  expect((await opening()).value).toBe('12')
  expect(screen.queryByText(/^They belong to another period/)).toBeNull()
})
