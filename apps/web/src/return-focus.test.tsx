import { Button } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { showApp } from './test-app.tsx'
import { ConfirmDialog } from './ui/dialog/confirm-dialog.tsx'
import { Dialog } from './ui/dialog/dialog.tsx'
import { RowMenu } from './ui/table/row-menu.tsx'

interface Shown {
  open: () => void
  dialog: ReactNode
}

/**
 * Shows a page with a heading and a dialog. As for most dialogs, the dialog is mounted only while it is open; with `isMounted` it stays mounted, and
 * its `opened` property closes it.
 */
function show(page: (shown: Shown) => ReactNode, { onConfirm = () => undefined as unknown, isMounted = false } = {}) {
  function Page() {
    const [opened, setOpened] = useState(false)
    const close = () => setOpened(false)
    const confirm = async () => {
      await onConfirm()
      close()
    }
    const dialog = (opened || isMounted) && (
      <ConfirmDialog opened={opened} onClose={close} title="Sure" confirmLabel="Yes" onConfirm={() => void confirm()}>
        <p>Really?</p>
      </ConfirmDialog>
    )
    return (
      <main>
        <h1 tabIndex={-1}>Drafts</h1>
        {page({ open: () => setOpened(true), dialog })}
      </main>
    )
  }
  return showApp('/', { answers: {}, children: <Page /> })
}

const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

test.each([
  ['removed', false],
  ['closed', true],
])('the focus returns to the button that opened a dialog when the dialog is %s', async (_, isMounted) => {
  const user = userEvent.setup()
  show(
    ({ open, dialog }) => (
      <>
        <Button onClick={open}>Delete…</Button>
        {dialog}
      </>
    ),
    { isMounted },
  )
  for (const leave of ['Cancel', 'Yes']) {
    await user.click(await screen.findByRole('button', { name: 'Delete…' }))
    await user.click(await screen.findByRole('button', { name: leave }))
    await expectFocus(() => screen.getByRole('button', { name: 'Delete…' }))
  }
  await user.click(await screen.findByRole('button', { name: 'Delete…' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await expectFocus(() => screen.getByRole('button', { name: 'Delete…' }))
})

test('the focus returns to the menu button when a menu item opened the dialog', async () => {
  const user = userEvent.setup()
  show(({ open, dialog }) => (
    <>
      <RowMenu label="row 1" actions={[{ label: 'Delete…', onClick: open }]} />
      {dialog}
    </>
  ))
  await user.click(await screen.findByRole('button', { name: 'More for row 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expectFocus(() => screen.getByRole('button', { name: 'More for row 1' }))
})

test('the focus moves to the heading when the element that opened the dialog is gone', async () => {
  const user = userEvent.setup()
  let remove: () => void = () => undefined
  function Row({ open }: { open: () => void }) {
    const [isThere, setThere] = useState(true)
    remove = () => setThere(false)
    return isThere && <Button onClick={open}>Delete…</Button>
  }
  show(({ open, dialog }) => (
    <>
      <Row open={open} />
      {dialog}
    </>
  ))
  await user.click(await screen.findByRole('button', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  await expectFocus(() => screen.getByRole('button', { name: 'Delete…' }))
  remove()
  await expectFocus(() => screen.getByRole('heading', { name: 'Drafts' }))
})

test('a dialog that replaces another dialog returns the focus to the element that opened the first dialog', async () => {
  const user = userEvent.setup()
  function Steps() {
    const [step, setStep] = useState(0)
    return (
      <>
        <Button onClick={() => setStep(1)}>Open</Button>
        {step === 1 && (
          <Dialog opened onClose={() => setStep(0)} title="One" foot={<Button onClick={() => setStep(2)}>Next</Button>}>
            <p>One</p>
          </Dialog>
        )}
        {step === 2 && (
          <Dialog opened onClose={() => setStep(0)} title="Two" foot={<Button onClick={() => setStep(0)}>Done</Button>}>
            <p>Two</p>
          </Dialog>
        )}
      </>
    )
  }
  show(() => <Steps />)
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await expectFocus(() => screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await expectFocus(() => screen.getByRole('button', { name: 'Open' }))
})
