import { Button, MantineProvider, TextInput } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { z } from 'zod'
import { guardNavigation } from './use-leave-guard.tsx'
import type { FormRefusal } from './use-refusals.ts'
import { useZodForm } from './use-zod-form.ts'

const shape = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(5, 'At most 5 characters.'),
  count: z.string().regex(/^\d+$/, 'Digits only.').transform(Number),
  hidden: z.string().max(3, 'What is hidden is too long.').default(''),
})
type Options = Parameters<typeof useZodForm<typeof shape, unknown>>[0]

const empty = { name: '', count: '', hidden: '' }
const asRefusal = (error: unknown) => error as FormRefusal // in the tests below, `send` rejects with errors of this type

function Form(props: Partial<Options>) {
  const form = useZodForm({ shape, initial: empty, send: () => undefined, refusalOf: asRefusal, ...props })
  return (
    <form aria-label="Things" onSubmit={form.onSubmit} noValidate>
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Count" {...form.field('count')} />
      {form.sentence && <p role="alert">{form.sentence}</p>}
      <Button type="submit" loading={form.isBusy}>
        Send
      </Button>
      {form.question}
    </form>
  )
}

function show(props: Partial<Options> = {}) {
  const { hook, navigate, history } = memoryLocation({ path: '/form', record: true })
  const drawn = (more: Partial<Options>) => (
    <MantineProvider env="test">
      <Router hook={hook} aroundNav={guardNavigation}>
        <Form {...props} {...more} />
      </Router>
    </MantineProvider>
  )
  const { rerender } = render(drawn({}))
  return { draw: (more: Partial<Options>) => rerender(drawn(more)), go: (to: string) => guardNavigation(navigate, to), history }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('form'))

describe('a form with a schema', () => {
  test('sends values as parsed by the schema, and never invalid values', async () => {
    const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('', ' ', '0', '42', ' a ', 'abcdef'))
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, count, hidden) => {
        const send = vi.fn()
        const values = { name, count, hidden }
        show({ send, initial: values })
        submit()
        const read = shape.safeParse(values)
        if (read.success) await waitFor(() => expect(send.mock.calls).toEqual([[read.data]]))
        else {
          const said = screen.getByRole('form').textContent
          for (const path of new Set(read.error.issues.map((issue) => issue.path[0])))
            expect(said).toContain(read.error.issues.find((issue) => issue.path[0] === path)?.message)
          expect(send).not.toHaveBeenCalled()
        }
        cleanup()
      }),
      { numRuns: 60 },
    )
  })

  test('shows the schema’s message under each invalid field, focuses the first, and clears the message on the next key', async () => {
    show()
    submit()
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(screen.getByText('Digits only.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    await userEvent.keyboard('a')
    expect(screen.queryByText('Enter a name.')).toBeNull()
    expect(field('Count').getAttribute('aria-invalid')).toBe('true')
  })

  test('is sent once even when submitted repeatedly, and its button shows that it is busy', async () => {
    const answer = Promise.withResolvers<void>()
    const send = vi.fn(() => answer.promise)
    show({ send, initial: { ...empty, name: 'a', count: '1' } })
    submit()
    submit()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-loading')).toBe(true))
    submit()
    answer.resolve()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-loading')).toBe(false))
    expect(send).toHaveBeenCalledTimes(1)
    submit()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  })

  test.each([
    [{ sentence: 'Taken.', field: 'count' }, {}, 'Count'],
    [{ sentence: 'Taken.', field: 'count.0' }, {}, 'Count'],
    [{ sentence: 'Taken.' }, { otherwise: 'count' as const }, 'Count'],
    [{ sentence: 'Taken.' }, {}, null],
    [{ sentence: 'Taken.', field: 'hidden' }, {}, null],
  ])('shows the refusal %j at its field or for the whole form', async (refusal, more, label) => {
    show({ send: () => Promise.reject(refusal), initial: { ...empty, name: 'a', count: '1' }, ...more })
    submit()
    await screen.findByText('Taken.')
    if (label) await waitFor(() => expect(document.activeElement).toBe(field(label)))
    else expect(screen.getByRole('alert').textContent).toBe('Taken.')
    expect([field('Name'), field('Count')].map((one) => one.getAttribute('aria-invalid') === 'true')).toEqual([false, label === 'Count'])
    expect(field('Name').value).toBe('a')
  })

  test('asks for confirmation before the user leaves with unsent input, but not after sending', async () => {
    const { go, history } = show({ leaveWords: 'It is not sent.', send: () => undefined, onSent: () => go('/next') })
    write('Name', 'a')
    go('/elsewhere')
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(history).toEqual(['/form'])
    write('Count', '1')
    submit()
    await waitFor(() => expect(history).toEqual(['/form', '/next']))
  })

  test('does not ask for confirmation when the user leaves while the input is being sent', async () => {
    const { go, history } = show({ leaveWords: 'It is not sent.', send: () => new Promise(() => undefined) })
    write('Name', 'a')
    write('Count', '1')
    submit()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-loading')).toBe(true))
    go('/elsewhere')
    expect(history).toEqual(['/form', '/elsewhere'])
  })

  test('shows loaded values, but never replaces unsent input', async () => {
    const { draw } = show()
    draw({ initial: { ...empty, name: 'kept' } })
    expect(field('Name').value).toBe('kept')
    write('Name', 'mine')
    draw({ initial: { ...empty, name: 'other' } })
    expect(field('Name').value).toBe('mine')
    write('Count', '1')
    submit()
    await waitFor(() => expect(field('Name').value).toBe('other'))
  })

  test('shows the values that the server returns', async () => {
    show({ initial: { ...empty, name: 'a', count: '1' }, next: (sent) => ({ ...sent, name: '' }) })
    submit()
    await waitFor(() => expect([field('Name').value, field('Count').value]).toEqual(['', '1']))
  })
})

test('two forms on one page ask separately about unsent input', async () => {
  const { hook, navigate, history } = memoryLocation({ path: '/form', record: true })
  render(
    <MantineProvider env="test">
      <Router hook={hook} aroundNav={guardNavigation}>
        <Form leaveWords="The first is not sent." />
        <Form leaveWords="The second is not sent." />
      </Router>
    </MantineProvider>,
  )
  const first = screen.getAllByLabelText('Name')[0] as HTMLInputElement // the page has two of these fields
  fireEvent.change(first, { target: { value: 'a' } })
  guardNavigation(navigate, '/elsewhere')
  expect(await screen.findByText('The first is not sent.')).toBeTruthy()
  expect(history).toEqual(['/form'])
})
