import { MantineProvider } from '@mantine/core'
import type { ShipmentStopCode } from '@seriatim/schema'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ScanPanel } from './scan-panel.tsx'

function show(code: ShipmentStopCode) {
  const about = { label: 'A1', productName: 'Metformin', lotNumber: null, expirationDate: null }
  const scanned = { unit: null, stops: [{ code, text: 'The reason.' }], mayAccept: false, about, units: 1, meds: 1 }
  render(
    <MantineProvider env="test">
      <ScanPanel shown={{ kind: 'answer', code: 'A1', scanned }} waiting={0} onAccept={() => undefined} />
    </MantineProvider>,
  )
}

test('A package that is scanned twice is shown as already in this shipment', () => {
  show('thisShipment')
  expect(screen.getByText('Already scanned')).toBeTruthy()
  expect(screen.getByText('In this shipment')).toBeTruthy()
  expect(screen.getByLabelText('Last scan').style.getPropertyValue('--fill')).toBe('var(--info)')
})

test('A package that is stopped is shown as not added to this shipment', () => {
  show('held')
  expect(screen.getByText('Not in this shipment')).toBeTruthy()
})
