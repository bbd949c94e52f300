import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import VerifyFile from '../../ui/field/verify-file.tsx'

test('a file that is not a pack is rejected without being uploaded', async () => {
  showApp('/', { answers: {}, children: <VerifyFile /> })
  const input = document.querySelector('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, new File(['no zip'], 'notes.zip', { type: 'application/zip' })) // the drop zone contains a file input
  await screen.findByText('Not proven: do not rely on this pack')
  expect(screen.getByText('This is not a complete pack: its end is missing, or it was changed.')).toBeTruthy()
})
