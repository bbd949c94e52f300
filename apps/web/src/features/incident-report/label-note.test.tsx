import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { showApp } from '../../test-app.tsx'

const prefill = {
  locationId: 1,
  nameOfProduct: 'Metformin',
  strength: null,
  dosageForm: null,
  ndc: null,
  serialNumber: 'S1',
  lotNumber: 'A1',
}

describe('a label that says something else than the record', () => {
  const FIND = 'med.readOneBySerialnumberIncident'
  const find = async (scan: string) => {
    showApp('/reportanincident', { answers: { [FIND]: () => ({ ...prefill, expiration: '2028-04-30', epcisSgtinId: 4 }) } as never })
    await userEvent.type(await screen.findByLabelText('Serial number', { selector: '.incident-find input' }), `${scan}{Enter}`)
    await screen.findByText(/^Found: Metformin/)
  }

  it('is said beside the fields, with both values', async () => {
    await find('(01)00388010500605(21)S1(17)250331(10)ZZ9')
    const note = screen.getByText('The label and the record do not say the same').closest('.note--stop')
    expect(note?.textContent).toContain(
      'The label says lot ZZ9, the record says A1. The label says it expires 03/31/2025, the record says 04/30/2028.',
    )
  })

  it('is not said of a label that agrees', async () => {
    await find('(01)00388010500605(21)S1(17)280400(10)a1')
    expect(screen.queryByText('The label and the record do not say the same')).toBeNull()
  })
})
