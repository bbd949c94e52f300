import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'

const settings = {
  driver: 'gs1',
  baseUrl: 'https://vrs.example',
  requesterGln: '0614141000005',
  contexts: { return: 'dscsaSaleableReturn', suspect: null, exception: null, status: null },
  credentialHeader: 'ATP-Authorization',
  walletUrl: null,
  walletHolder: null,
  emailAddress: null,
  phoneNumber: null,
}

test('removing the stored credential requires a confirmation, and does not save other input', async () => {
  let hasCredential = true
  const { inputs } = showApp('/settings/verification', {
    answers: {
      'verification.readOneSettings': () => ({ ...settings, hasCredential, hasSimulator: false }),
      'verification.updateOneSettings': () => {
        hasCredential = false
        return { ok: true }
      },
    } as never,
  })
  await userEvent.type(await screen.findByLabelText('Contact phone (optional)'), '555')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the credential' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove the credential?' }))
  expect(inputs('verification.updateOneSettings')).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Remove the credential' }))
  await waitFor(() => expect(inputs('verification.updateOneSettings')).toEqual([{ ...settings, credential: '' }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove the credential' })).toBeNull())
  expect(screen.getByLabelText('Contact phone (optional)')).toHaveProperty('value', '555')
})
