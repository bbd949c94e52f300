import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useDialogMutation } from './use-dialog-mutation.ts'

function open(result: () => Promise<unknown>) {
  const mutation = { mutateAsync: result, isPending: false, error: null, reset: vi.fn() }
  const onDone = vi.fn()
  const { result: hook } = renderHook(() => useDialogMutation(mutation, onDone))
  act(() => hook.current.open())
  return { hook, onDone, mutation }
}

describe('a dialog with a mutation', () => {
  test('[SHELL-037] closes when the result is truthy', async () => {
    const { hook, onDone } = open(() => Promise.resolve({ ok: true }))
    expect(hook.current.opened).toBe(true)
    await act(() => hook.current.submit(undefined))
    expect(hook.current.opened).toBe(false)
    expect(onDone).toHaveBeenCalledWith({ ok: true })
  })

  test.each([[null], [0], [''], [false], [undefined]])('[SHELL-038] stays open when the result is %j', async (result) => {
    const { hook, onDone } = open(() => Promise.resolve(result))
    await act(() => hook.current.submit(undefined))
    expect(hook.current.opened).toBe(true)
    expect(onDone).not.toHaveBeenCalled()
  })

  test('[SHELL-038] stays open when the mutation fails', async () => {
    const { hook } = open(() => Promise.reject(new Error('no')))
    await act(() => hook.current.submit(undefined))
    expect(hook.current.opened).toBe(true)
  })

  test('forgets the last failure when reopened', () => {
    const { mutation } = open(() => Promise.resolve(1))
    expect(mutation.reset).toHaveBeenCalled()
  })
})
