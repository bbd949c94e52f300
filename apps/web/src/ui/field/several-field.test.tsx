import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SeveralField } from './several-field.tsx'

const STORES = ['Park', 'Main', 'Lake'].map((name, n) => ({ id: n + 1, name }))

function Page() {
  const [chosen, setChosen] = useState<readonly number[]>([])
  return (
    <MantineProvider>
      <SeveralField label="Locations" all="All locations" more="Add another" choices={STORES} chosen={chosen} onChosen={setChosen} />
      <output>{chosen.join(',')}</output>
    </MantineProvider>
  )
}

test('a multiple-choice field adds entries from a list, offers only the remaining ones, and can remove entries', async () => {
  render(<Page />)
  const list = screen.getByRole('combobox', { name: 'Locations' })
  const offered = () => [...list.querySelectorAll('option')].map(({ label }) => label)
  expect(offered()).toEqual(['All locations', 'Park', 'Main', 'Lake'])
  await userEvent.selectOptions(list, 'Main')
  await userEvent.selectOptions(list, 'Lake')
  expect(screen.getByRole('status').textContent).toBe('2,3')
  expect(offered()).toEqual(['Add another', 'Park'])
  await userEvent.selectOptions(list, 'Park')
  expect(list).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Main' }))
  expect(screen.getByRole('status').textContent).toBe('3,1')
  expect(offered()).toEqual(['Add another', 'Main'])
})
