import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { DateField, stopAtUnread } from './date-field.tsx'

interface FormProps {
  send: (day: string) => void
  expiry?: boolean
  several?: boolean
  notBefore?: string
}

function Form({ send, ...rules }: FormProps) {
  const [day, setDay] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!stopAtUnread(event.currentTarget)) send(day)
      }}
    >
      <DateField label="Day" value={day} onChange={setDay} {...rules} />
      <button type="button" onClick={() => setDay('2031-09-30')}>
        Scan
      </button>
      <button type="submit">Send</button>
    </form>
  )
}

function show(rules: Omit<FormProps, 'send'> = {}) {
  const send = vi.fn()
  render(
    <MantineProvider env="test">
      <div id="floating" />
      <Form send={send} {...rules} />
    </MantineProvider>,
  )
  return { send, field: screen.getByLabelText<HTMLInputElement>('Day') }
}

describe('a date field', () => {
  test.each([
    ['06/30/2028', '06/30/2028'],
    ['06/30/28', '06/30/2028'],
    ['063028', '06/30/2028'],
    ['2028-06-30', '06/30/2028'],
    ['6/30/2028', '06/30/2028'],
    ['6/30/28', '06/30/2028'],
  ])('accepts %s on Enter', async (typed, shown) => {
    const { send, field } = show()
    await userEvent.type(field, `${typed}{Enter}`)
    expect(field.value).toBe(shown)
    expect(send).toHaveBeenCalledWith('2028-06-30')
  })

  test('rejects a day before the earliest allowed day and sends nothing, but accepts the earliest day itself', async () => {
    const { send, field } = show({ notBefore: '2028-06-30' })
    await userEvent.type(field, '6/29/2028{Enter}')
    expect(screen.getByText('Enter a date on or after 06/30/2028.')).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
    await userEvent.clear(field)
    await userEvent.type(field, '6/30/2028{Enter}')
    expect(send).toHaveBeenCalledWith('2028-06-30')
  })

  test.each(['06/2028', '02/30/2028', '13/45/2030', 'next week'])(
    'explains the error in %s, sends nothing, and keeps the text and the focus',
    async (typed) => {
      const { send, field } = show()
      await userEvent.type(field, typed)
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(screen.getByText(/Write the date as MM\/DD\/YYYY\.$/)).toBeTruthy()
      expect(field.value).toBe(typed)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(field)
      await userEvent.keyboard('{Enter}')
      expect(send).not.toHaveBeenCalled()
    },
  )

  test('shows which day is used for a month that is typed without a day', async () => {
    const { send, field } = show({ expiry: true })
    await userEvent.type(field, '02/28{Tab}')
    expect(screen.getByText('Treated as 02/29/2028, the last day of the month')).toBeTruthy()
    expect(field.value).toBe('02/28')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(send).toHaveBeenCalledWith('2028-02-29')
  })

  test('accepts several dates when configured for them', async () => {
    const { send, field } = show({ expiry: true, several: true })
    await userEvent.type(field, '06/30/2028, 013129{Enter}')
    expect(send).toHaveBeenCalledWith('2028-06-30, 2029-01-31')
    expect(field.value).toBe('06/30/2028, 01/31/2029')
  })

  test('replaces rejected text with a scanned date', async () => {
    const { field } = show()
    await userEvent.type(field, '13/45/2030{Tab}')
    await userEvent.click(screen.getByRole('button', { name: 'Scan' }))
    expect(field.value).toBe('09/30/2031')
    expect(screen.queryByText(/Write the date/)).toBeNull()
  })

  test('can be cleared by deleting its text', async () => {
    const { send, field } = show()
    await userEvent.type(field, '063028{Tab}')
    await userEvent.clear(field)
    await userEvent.type(field, '{Enter}')
    expect(send).toHaveBeenCalledWith('')
  })

  test('has a calendar that can be opened and used with the keyboard', async () => {
    const { send, field } = show()
    await userEvent.type(field, '06/29/2028')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await userEvent.click(await screen.findByRole('button', { name: '30 June 2028' }))
    expect(field.value).toBe('06/30/2028')
    await userEvent.keyboard('{Enter}')
    expect(send).toHaveBeenCalledWith('2028-06-30')
  })
})
