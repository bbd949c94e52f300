import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { CompareSeal } from './compare-seal.tsx'

test('the seal form asks the server to compare the seal, but not while the entered hash is too short', async () => {
  const { inputs } = showApp('/', {
    answers: { 'audit.readOneSeal': () => ({ outcome: 'missing', sealedAt: null }) },
    children: <CompareSeal />,
  })
  await userEvent.click(screen.getByText('Compare with a seal you noted'))
  const hash = screen.getByLabelText('Its hash')
  await userEvent.type(screen.getByLabelText('Number of the seal'), ' 7')
  await userEvent.type(hash, '0123 4567{Enter}')
  await screen.findByText('Enter at least the first 16 of its 64 characters: digits and the letters a to f.')
  await waitFor(() => expect(document.activeElement).toBe(hash))
  expect(inputs('audit.readOneSeal')).toEqual([])
  await userEvent.type(hash, '89AB CDEF{Enter}')
  await screen.findByText('The chain does not contain seal 7')
  await userEvent.type(hash, '{Enter}')
  await waitFor(() => expect(inputs('audit.readOneSeal')).toEqual(Array(2).fill({ number: 7, hash: '0123456789abcdef' })))
})
