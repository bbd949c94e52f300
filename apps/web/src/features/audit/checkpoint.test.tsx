import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { Checkpoint } from './checkpoint.tsx'

const checkpoint = {
  origin: 'seriatim/0123456789abcdef/customer/7',
  size: 1234,
  root: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  madeAt: '2026-03-11T09:00:00.000Z',
  note: 'seriatim/0123456789abcdef/customer/7\n1234\n…',
  key: 'seriatim/0123456789abcdef/customer/7+530d903a+AQ==',
}
const fingerprint = '0123 4567 89ab cdef 0123 4567 89ab cdef'

test('the checkpoint page shows the checkpoint with its key and saves the recipients of the daily email', async () => {
  const { inputs } = showApp('/', {
    answers: {
      'audit.readOneCheckpoint': () => ({
        checkpoint,
        fingerprint,
        stamped: null,
        checked: { at: '2026-03-11T07:20:00.000Z', size: 1200, fault: null },
      }),
      'settings.readCheckpointMail': () => ({ emailAddress: '' }),
      'settings.updateCheckpointMail': () => ({}),
    },
    children: <Checkpoint />,
  })
  await userEvent.click(screen.getByText('Prove to others that the trail is intact'))
  await screen.findByText(/^1,234 lines, made/)
  await screen.findByText(/^Consistent up to line 1,200/)
  await screen.findByRole('button', { name: /copy fingerprint/ })
  await userEvent.type(screen.getByRole('textbox', { name: 'Email the newest checkpoint each day to' }), 'vault@mail.tst{Enter}')
  await waitFor(() => expect(inputs('settings.updateCheckpointMail')).toEqual([{ emailAddress: 'vault@mail.tst' }]))
})

test('the checkpoint page shows an alert when the nightly check found a fault', async () => {
  showApp('/', {
    answers: {
      'audit.readOneCheckpoint': () => ({
        checkpoint,
        fingerprint,
        stamped: null,
        checked: {
          at: '2026-03-11T07:20:00.000Z',
          size: 1200,
          fault: 'The checkpoint of 10 lines is missing; the newest checkpoint covers 5.',
        },
      }),
      'settings.readCheckpointMail': () => ({ emailAddress: '' }),
    },
    children: <Checkpoint />,
  })
  await screen.findByText('The nightly check found a problem')
  await screen.findByText(/^The checkpoint of 10 lines is missing/)
})
