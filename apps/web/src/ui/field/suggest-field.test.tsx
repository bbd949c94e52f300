import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { SuggestField } from './suggest-field.tsx'

const suggestion = (key: string) => ({ key, label: key })

describe('a field with suggestions', () => {
  test('keeps the selected option when the list changes', async () => {
    const onChoose = vi.fn()
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
    let setKeys = (_keys: string[]) => {}
    function Page() {
      const [keys, set] = useState(['aspirin', 'atenolol', 'atorvastatin'])
      setKeys = set
      return (
        <form onSubmit={onSubmit}>
          <SuggestField
            label="Med Name"
            name="medName"
            value="a"
            onChange={() => undefined}
            suggestions={keys.map(suggestion)}
            onChoose={onChoose}
          />
        </form>
      )
    }
    render(
      <MantineProvider env="test">
        <Page />
      </MantineProvider>,
    )
    await userEvent.click(screen.getByRole('combobox'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    act(() => setKeys(['atenolol', 'atorvastatin']))
    await userEvent.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('atorvastatin')

    // The selected option leaves the list before Enter, so Enter submits the form as before instead of doing nothing.
    await userEvent.click(screen.getByRole('combobox'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    act(() => setKeys(['atenolol']))
    await userEvent.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledOnce()
    expect(onSubmit).toHaveBeenCalledOnce()
  })
})
