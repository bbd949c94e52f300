import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { detail, recall, show } from '../recall-kit.tsx'
import { setLastSearch } from './last-search.ts'

describe('the search of all recalls', () => {
  beforeEach(() => setLastSearch({ fields: {}, search: undefined }))
  const found = (inputs: (name: string) => unknown[]) => inputs('recall.readManySearch')

  test('[RECALL-010 RECALL-013 RECALL-015 RECALL-016 RECALL-023 RECALL-025] runs only when its button or Enter is pressed, and shows the number of results if there are any', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls/search')
    await user.type(await screen.findByLabelText('Manufacturer Name'), 'ormsby')
    for (const label of ['Med Name', 'NDC', 'Lot Number']) expect(screen.getByLabelText(label)).toBeTruthy()
    expect(found(inputs)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Search All Recalls' }))
    const link = await screen.findByRole('link', { name: recall.title })
    expect(link.getAttribute('href')).toBe(detail)
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent.trim())).toEqual(['Med Name', 'Manufacturer', 'NDC(s)'])
    expect(screen.getByText('03999-7741-0, 03999-7741-3')).toBeTruthy()
    expect(found(inputs)).toEqual([{ manufacturer: 'ormsby', pageNumber: 1, pageSize: 50 }])
    await screen.findByText('420 recalls')
    expect(inputs('recall.readManySearchcount')).toHaveLength(1)
    const sent: Record<string, string> = { manufacturer: 'ormsby' }
    for (const [label, field] of [
      ['Lot Number', 'lotNumber'],
      ['NDC', 'ndc'],
      ['Med Name', 'medName'],
      ['Manufacturer Name', 'manufacturer'],
    ] as const) {
      sent[field] = `${sent[field] ?? ''}LP`
      await user.type(screen.getByLabelText(label), 'LP{Enter}')
      await waitFor(() => expect(found(inputs).at(-1)).toEqual({ ...sent, pageNumber: 1, pageSize: 50 }))
      await waitFor(() => expect(screen.getByRole('button', { name: 'Search All Recalls' })).toHaveProperty('disabled', false))
    }
  })

  test('[RECALL-024 RECALL-026 RECALL-027] requests a page when it is selected, never fetches it twice, and requests the first page again when Search is pressed', async () => {
    const user = userEvent.setup()
    const now = vi.spyOn(Date, 'now')
    const { inputs, navigate } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    await user.click(await screen.findByRole('button', { name: 'Page 3' }))
    expect(found(inputs).at(-1)).toMatchObject({ pageNumber: 3 })
    await user.click(await screen.findByRole('button', { name: 'Last page' }))
    expect(found(inputs).at(-1)).toMatchObject({ pageNumber: 9 })
    const asked = found(inputs).length
    // A year later, the user returns to the window and to the page; neither may cause another request.
    now.mockReturnValue(Date.now() + 365 * 86_400_000)
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    navigate('/recalls')
    await screen.findByRole('columnheader', { name: 'Class' })
    navigate('/recalls/search')
    await screen.findByText('420 recalls')
    expect(found(inputs)).toHaveLength(asked)
    expect(inputs('recall.readManySearchcount')).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    expect(found(inputs)).toHaveLength(asked + 1)
    expect(found(inputs).at(-1)).toMatchObject({ pageNumber: 1 })
    expect(inputs('recall.readManySearchcount')).toHaveLength(1)
  })

  test('[RECALL-018] links to the first, previous, next and last page, and no others', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
    const shown = () => pages.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    const closed = () =>
      pages
        .getAllByRole<HTMLButtonElement>('button')
        .filter((button) => button.disabled)
        .map((button) => button.getAttribute('aria-label'))
    const press = async (name: string, to: number) => {
      await user.click(pages.getByRole('button', { name }))
      await waitFor(() => expect(pages.getByRole('button', { name: `Page ${to}` }).getAttribute('aria-current')).toBe('page'))
    }
    const numbers = (...of: number[]) => of.map((page) => `Page ${page}`)
    expect(shown()).toEqual(['First page', 'Previous page', ...numbers(1, 2, 3, 4, 5, 6, 7), 'Next page', 'Last page'])
    expect(closed()).toEqual(['First page', 'Previous page'])
    await press('Next page', 2)
    await press('Last page', 9)
    expect(shown()).toEqual(['First page', 'Previous page', ...numbers(3, 4, 5, 6, 7, 8, 9), 'Next page', 'Last page'])
    await waitFor(() => expect(closed()).toEqual(['Next page', 'Last page']))
    await press('Previous page', 8)
    await press('First page', 1)
    expect(found(inputs).map((input) => (input as { pageNumber: number }).pageNumber)).toEqual([1, 2, 9, 8])
  })

  test('[RECALL-011 RECALL-012] has recall dates in the advanced options, and clears both dates when the options are hidden', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Show advanced options' }))
    await user.type(screen.getByLabelText('Date Recalled Range Start'), '09/01/2026{Tab}')
    await user.type(screen.getByLabelText('End date'), '09/30/2026{Tab}')
    await user.click(screen.getByRole('button', { name: 'Search All Recalls' }))
    await screen.findByRole('link', { name: recall.title })
    expect(found(inputs).at(-1)).toMatchObject({ dateReceivedStart: '2026-09-01', dateReceivedEnd: '2026-09-30' })
    await user.click(screen.getByRole('button', { name: 'Hide advanced options' }))
    expect(screen.queryByLabelText('End date')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Search All Recalls' }))
    expect(found(inputs).at(-1)).toMatchObject({ dateReceivedStart: '', dateReceivedEnd: '' })
  })

  test('[RECALL-014 RECALL-021] disables the button while searching, and shows no table or pager if nothing was found', async () => {
    const user = userEvent.setup()
    let release: (rows: unknown[]) => void = () => undefined
    show('/recalls/search', {
      'recall.readManySearch': () =>
        new Promise((resolve) => {
          release = resolve
        }),
    })
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    expect(screen.getByRole('button', { name: 'Search All Recalls' })).toHaveProperty('disabled', true)
    release([])
    await screen.findByText('No recall matches this search.')
    expect(screen.getByRole('button', { name: 'Search All Recalls' })).toHaveProperty('disabled', false)
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('[RECALL-017] opens a recall when its row is clicked', async () => {
    const user = userEvent.setup()
    const { history } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    await user.click(await screen.findByText('03999-7741-0, 03999-7741-3'))
    expect(history?.at(-1)).toBe(detail)
  })
})
