import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { MessageLine, Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  toast.clear()
  history.replaceState(null, '', '/orders')
})
afterEach(() => {
  toast.clear()
  vi.useRealTimers()
})

const show = (more?: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      {more}
      <Toaster />
    </MantineProvider>,
  )
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const messages = () => toast.get().map((entry) => entry.message)

describe('toasts', () => {
  test('stay while the pointer is over them, while other toasts disappear', () => {
    show()
    act(() => void [toast.done('First'), toast.done('Second')])
    fireEvent.mouseEnter(screen.getByText('First').closest('[data-toast]') as Element)
    pass(6000)
    expect(messages()).toEqual(['First'])
    fireEvent.mouseLeave(screen.getByText('First').closest('[data-toast]') as Element)
    pass(6000)
    expect(messages()).toEqual([])
  })

  test('disappear with their page, except that one shown during navigation stays on the new page', () => {
    show()
    act(() => void [toast.stop('Not saved'), toast.stop('A scan was refused', { everywhere: true })])
    pass(2000)
    act(() => void toast.done('Order voided.'))
    act(() => history.pushState(null, '', '/searchmeds'))
    expect(messages()).toEqual(['A scan was refused', 'Order voided.'])
    pass(2000)
    act(() => history.pushState(null, '', '/orders'))
    expect(messages()).toEqual(['A scan was refused'])
  })

  test('do not float on a page with its own message area', () => {
    const { unmount } = show(<MessageLine />)
    act(() => void toast.attention('Somebody else received this.'))
    const said = screen.getByText('Somebody else received this.')
    expect(said.closest('[role="status"]')).not.toBeNull()
    expect(document.querySelector('[data-toasts] [data-toast]')).toBeNull()
    unmount()
    expect(toast.hasPlace()).toBe(false)
  })
})
