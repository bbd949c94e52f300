import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import type { Pedigree } from '../detail/med-facts.tsx'
import { SendForm } from './send-form.tsx'

const pedigree = {
  med: { id: 5, serialNumber: 'SN5' },
  redbookDetail: { medName: 'Metformin' },
  attachments: [{ id: 9, filename: 'log.pdf', contentType: 'application/pdf', size: 10 }],
  isHeld: false,
} as unknown as Pedigree // the form reads only these fields
const paper = { 'med.readOnePaper': () => ({ filename: 'x.pdf', base64: '' }) }
const invalid = () => ['To', 'Cc'].filter((label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true')

test.each([
  ['To', refusal('mail_address_invalid', '"nobody" is not an email address.', 400, { field: 'to' })],
  ['Cc', refusal('mail_address_invalid', '"nobody" is not an email address.', 400, { field: 'cc' })],
  [undefined, refusal('mail_too_large', 'The selected attachments total more than 20 MB.')],
])('[ERR-010] the form for sending a pedigree shows why the server did not send it (field with the error: %s)', async (label, error) => {
  showApp('/', {
    answers: {
      ...paper,
      'med.emailOne': () => {
        throw error
      },
    },
    children: <SendForm pedigree={pedigree} />,
  })
  await userEvent.type(screen.getByLabelText('To'), 'nobody')
  await userEvent.click(screen.getByRole('button', { name: 'Send Pedigree' }))
  expect(await screen.findByText(error.message)).toBeTruthy()
  expect(invalid()).toEqual(label ? [label] : [])
  if (label) await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
})

test('the form for sending a pedigree clears the addresses after sending, and keeps the message for the next pedigree', async () => {
  const { inputs } = showApp('/', {
    answers: { ...paper, 'med.emailOne': () => ({ id: 1, recipients: 1 }), 'med.readManyEmails': () => [] },
    children: <SendForm pedigree={pedigree} />,
  })
  const to = screen.getByLabelText<HTMLInputElement>('To')
  await userEvent.type(to, 'a@b.demo')
  await userEvent.type(screen.getByLabelText('Message'), 'Hello')
  await userEvent.click(screen.getByLabelText('log.pdf'))
  await userEvent.click(screen.getByRole('button', { name: 'Send Pedigree' }))
  await waitFor(() => expect(to.value).toBe(''))
  expect(inputs('med.emailOne')).toEqual([
    {
      medId: 5,
      to: 'a@b.demo',
      cc: '',
      subject: 'Pedigree: Metformin, serial number SN5',
      body: 'Hello',
      attachments: [9],
      evenHeld: false,
    },
  ])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Hello')
})
