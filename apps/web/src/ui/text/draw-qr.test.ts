import { expect, test } from 'vitest'
import { drawQr } from './draw-qr.ts'

test('a QR code is drawn as a single path', () => {
  const { side, path } = drawQr('otpauth://totp/Seriatim:dana%40park.demo?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Seriatim')
  expect(side).toBeGreaterThanOrEqual(21)
  expect(path).toMatch(/^M/)
})
