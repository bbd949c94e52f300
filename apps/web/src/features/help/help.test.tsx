import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { routes } from '../../shell/route/routes.ts'
import { refusal, showApp } from '../../test-app.tsx'
import { Help } from './help.tsx'
import { helpOpened } from './help-state.ts'
import { PAGE_HELP } from './page-help.ts'
import { SHORTCUTS } from './shortcuts.ts'

const operator = {
  name: 'Northside Health IT',
  emailAddress: 'help@northside.tst',
  phoneNumber: '+1 555 010 0100',
  hours: 'Mon-Fri 8-6 ET',
}

afterEach(() => act(() => helpOpened.set(false)))

function show(path: string, answer: () => unknown = () => operator) {
  showApp('/', {
    answers: { 'customer.readOperator': answer },
    children: (
      <>
        <input aria-label="Serial" />
        <Help path={path} />
      </>
    ),
  })
}

/** Presses a key, and waits until the page has handled it. */
const key = async (target: Element, name: string) => {
  fireEvent.keyDown(target, { key: name })
  await new Promise((done) => setTimeout(done, 0))
}

describe('help', () => {
  test('covers every screen, and none that was removed', () => {
    const paths = routes.map(({ path }) => path)
    expect(paths.filter((path) => !PAGE_HELP[path])).toEqual([])
    expect(Object.keys(PAGE_HELP).filter((path) => !paths.includes(path))).toEqual([])
    expect(SHORTCUTS.flatMap(({ on = [] }) => on).filter((path) => !paths.includes(path))).toEqual([])
  })

  test('opens with the ? key and shows the screen’s purpose, keyboard shortcuts and contact', async () => {
    show('/orders/receive/:documentId')
    await key(document.body, '?')
    const panel = await screen.findByRole('dialog', { name: 'Help' })
    expect(within(panel).getByText(/Each package must match the data/)).toBeTruthy()
    expect(within(panel).getByText('F2')).toBeTruthy()
    expect((await within(panel).findByRole('link', { name: 'help@northside.tst' })).getAttribute('href')).toBe('mailto:help@northside.tst')
    expect(within(panel).getByRole('link', { name: '+1 555 010 0100' }).getAttribute('href')).toBe('tel:+15550100100')
    await userEvent.click(within(panel).getByRole('button', { name: 'Close help' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows the receiving shortcuts on the receiving screen only', async () => {
    show('/orders')
    await key(document.body, 'F1')
    const panel = await screen.findByRole('dialog', { name: 'Help' })
    expect(within(panel).queryByText('F2')).toBeNull()
  })

  test('stays closed when a question mark is typed into a field, or scanned', async () => {
    show('/')
    await key(screen.getByRole('textbox', { name: 'Serial' }), '?')
    for (const letter of ['2', '1', 'A', '?', 'B']) fireEvent.keyDown(document.body, { key: letter })
    await new Promise((done) => setTimeout(done, 300))
    expect(helpOpened.get()).toBe(false)
  })

  test('opens with F1, even from a field', async () => {
    show('/')
    await key(screen.getByRole('textbox', { name: 'Serial' }), 'F1')
    expect(await screen.findByRole('dialog', { name: 'Help' })).toBeTruthy()
  })

  test('has a glossary that can be searched by term or by meaning', async () => {
    show('/')
    await key(document.body, '?')
    const search = await screen.findByRole('searchbox', { name: 'Find a term' })
    await userEvent.type(search, 'pallet')
    expect(screen.getByText('SSCC')).toBeTruthy()
    expect(screen.queryByText('NDC')).toBeNull()
    await userEvent.clear(search)
    await userEvent.type(search, 'xyz')
    expect(screen.getByText('No term matches “xyz”.')).toBeTruthy()
  })

  test('tells the user where to ask when no contact is configured', async () => {
    show('/', () => ({ name: null, emailAddress: null, phoneNumber: null, hours: null }))
    await key(document.body, '?')
    expect(await screen.findByText(/has not entered contact information yet/)).toBeTruthy()
  })

  test('reports that the contact could not be loaded', async () => {
    show('/', () => {
      throw refusal('busy', 'Busy.', 409)
    })
    await key(document.body, '?')
    expect(await screen.findByText('The contact could not be loaded.')).toBeTruthy()
  })
})
