import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'
import type { Pedigree } from './med-facts.tsx'
import { SendForm } from './send-form.tsx'

it('[ERR-010] a pedigree that the server will not send says in its words why', async () => {
  const sentence = '"nobody" is not an email address.'
  const pedigree = { med: { id: 5, serialNumber: 'SN5' }, redbookDetail: { medName: 'Metformin' }, attachments: [], isHeld: false }
  showApp('/', {
    answers: {
      'med.readOnePaper': () => ({ filename: 'x.pdf', base64: '' }),
      'med.emailOne': () => {
        throw refusal('mail_address_invalid', sentence)
      },
    },
    children: <SendForm pedigree={pedigree as unknown as Pedigree} />, // what the form reads of it
  })
  await userEvent.type(screen.getByLabelText('To'), 'nobody')
  await userEvent.click(screen.getByRole('button', { name: 'Send Pedigree' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  const field = screen.getByLabelText('To')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Cc').getAttribute('aria-invalid')).not.toBe('true')
})
