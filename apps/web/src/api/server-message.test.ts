import { describe, expect, test } from 'vitest'
import { toast } from '../ui/toast/toast.ts'
import { showServerMessage } from './server-message.ts'

const shown = () => toast.get().map(({ kind, message }) => ({ kind, message }))

describe('a message from the server', () => {
  test('[SHELL-036] is shown for a success of type GLOBAL_TOAST', () => {
    showServerMessage('{"type":"GLOBAL_TOAST","payload":{"msg":"Form Sent","class":"success"}}', false)
    expect(shown()).toEqual([{ kind: 'done', message: 'Form Sent' }])
  })

  test('[ERR-007] is shown as an error or a warning, depending on its class', () => {
    showServerMessage({ type: 'ERROR', payload: { msg: 'Only EPCIS XML files are accepted', class: 'error' } }, true)
    showServerMessage({ type: 'ERROR', payload: { msg: 'Serial Number not found in barcode', class: 'warning' } }, true)
    expect(shown()).toEqual([
      { kind: 'stop', message: 'Only EPCIS XML files are accepted' },
      { kind: 'attention', message: 'Serial Number not found in barcode' },
    ])
  })

  test('includes the request id of an internal error', () => {
    const payload = { msg: 'An Unknown Error Occurred.', class: 'error', requestId: '7f3a1b2c-0000-4000-8000-000000000000' }
    showServerMessage({ type: 'ERROR', payload }, true)
    expect(toast.get()).toMatchObject([{ message: 'An Unknown Error Occurred.', detail: 'Request 7f3a1b2c' }])
  })

  test('[ERR-008] is shown as a red toast when the error is a string', () => {
    showServerMessage('No room left', true)
    expect(shown()).toEqual([{ kind: 'stop', message: 'No room left' }])
  })

  test.each([['{"type":"ERR'], [''], [undefined], [{ type: 'ERROR' }], [{ type: 'ERROR', payload: { msg: 4 } }]])(
    '[ERR-009] is replaced with the message “An Unknown Error Occurred.” when the body is unusable: %s',
    (body) => {
      showServerMessage(body, true)
      expect(shown()).toEqual([{ kind: 'stop', message: 'An Unknown Error Occurred.' }])
    },
  )

  test('is not shown for a plain success', () => {
    expect(showServerMessage('{"documentId":4}', false)).toBe(false)
    expect(shown()).toEqual([])
  })
})
