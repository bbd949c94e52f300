import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isOtherTabBusy, useBusyTab } from './busy-tab.ts'

/** Imitates the browser's shared locks; `others`: number of locks that other tabs hold. */
function locksWith(others: number) {
  const held = Array.from({ length: others }, () => ({ name: 'seriatim-scanning' }))
  return {
    request: async (name: string, _options: object, work: () => Promise<void>) => {
      const own = { name }
      held.push(own)
      await work()
      held.splice(held.indexOf(own), 1)
    },
    query: async () => ({ held: [...held, { name: 'something else' }] }),
  }
}

const stub = (others: number) => vi.stubGlobal('navigator', { ...navigator, locks: locksWith(others) })

beforeEach(() => stub(0))

describe('another tab in which packages are being scanned', () => {
  test('is distinguished from the current tab', async () => {
    const { unmount } = renderHook(() => useBusyTab())
    expect(await isOtherTabBusy()).toBe(false)
    unmount()
    await vi.waitFor(async () => expect(await isOtherTabBusy()).toBe(false))
    stub(1)
    expect(await isOtherTabBusy()).toBe(true)
    renderHook(() => useBusyTab())
    expect(await isOtherTabBusy()).toBe(true)
  })
})
