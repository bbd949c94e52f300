import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'

const draft = {
  id: 7,
  locationId: 1,
  locationName: '412 Park Avenue',
  incidentId: null,
  form: { ...EMPTY_INCIDENT_FORM, nameOfProduct: 'Amoxicillin', productFoundDate: '2026-11-01' },
  determinedAt: '2026-11-01T21:20:00.000Z',
  createdBy: { firstName: 'Dana', lastName: 'Ruiz' },
  updatedAt: '2026-11-01T21:30:00.000Z',
}

describe('a draft that is opened', () => {
  it('says that it could not be loaded, and comes when it is tried again', async () => {
    let tries = 0
    showApp('/reportanincident?draft=7', {
      answers: {
        'incidentReport.readManyDrafts': () => {
          tries += 1
          if (tries === 1) throw refusal('busy', 'Somebody else is working on the same thing right now.', 400)
          return [draft]
        },
      },
    })
    await screen.findByText('Somebody else is working on the same thing right now.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Name of product')).value).toBe('Amoxicillin')
  })
})
