import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { DisposeButton, InvestigateButton } from './features/hold/hold-actions.tsx'
import { HoldButton } from './features/hold/hold-button.tsx'
import { ReleaseButton } from './features/hold/release-button.tsx'
import { IncidentInfo } from './features/incident-report/page/incident-info.tsx'
import { LostButton } from './features/incident-report/page/incident-sent.tsx'
import { Drafts } from './features/incident-report/tracker/drafts.tsx'
import type { Incident } from './features/incident-report/use-incident.ts'
import { MedAttachments } from './features/med/detail/attachments.tsx'
import type { Pedigree } from './features/med/detail/med-facts.tsx'
import { VoidMed } from './features/med/detail/void-med.tsx'
import { CorrectOrder } from './features/order/correct-order.tsx'
import type { OrderDetail } from './features/order/receive/receive-types.ts'
import { RemoveApp } from './features/settings/authenticator.tsx'
import { showApp } from './test-app.tsx'

const nothing = () => undefined
const at = '2026-11-01T21:30:00.000Z'
const draft = { id: 7, locationId: 1, locationName: '412 Park Avenue', incidentId: null, form: EMPTY_INCIDENT_FORM, updatedAt: at }
const incident = {
  id: 1,
  locationId: 1,
  locationName: '412 Park Avenue',
  state: 'TERMINATION',
  incidentNumber: '4711',
  determinedAt: at,
  clock: { dueAt: at, missing: ['fdaNotTold', 'partnersNotTold'] },
  told: { fda: null, partners: null },
  unmailed: [],
  terminatedAt: null,
  form: EMPTY_INCIDENT_FORM,
  reports: [{ id: 1, reportType: 'INITIAL', createdAt: at, createdBy: null, filepath: 'x' }],
  mails: [],
}
// only the fields that the components read
const lost = { id: 12, kind: 'report', recipient: 'copy' } as Incident['mails'][number]
const order = {
  documentId: 7,
  amountNotReceived: 5,
  amountHeld: 0,
  amountStopped: 0,
  mayCorrect: true,
  purchaseOrderNumbers: ['88213'],
} as unknown as OrderDetail
const pedigree = {
  med: { id: 4, serialNumber: 'S1' },
  mayVoid: true,
  needsReason: false,
  attachments: [{ id: 9, filename: 'log.pdf', contentType: 'application/pdf', timeStamp: at, mayDelete: true, needsReason: false }],
} as unknown as Pedigree

interface Case {
  call: string
  node: ReactNode
  /** Buttons that lead to the dialog, in order. */
  open: (string | RegExp)[]
  dialog: string
  confirm: string
  answers?: Record<string, () => unknown>
}
const notified = 'incidentReport.updateNotificationById'
const info = { node: <IncidentInfo incidentId={1} onClose={nothing} />, answers: { 'incidentReport.readOneById': () => incident } }
const correct = (call: string, item: string, words: string): Case => ({
  call,
  node: <CorrectOrder detail={{ ...order, isClosed: words.startsWith('Reopen') }} onDone={nothing} />,
  open: [/PO 88213/, item],
  dialog: words,
  confirm: words,
})
const cases: Case[] = [
  {
    call: 'med.updateVoidOne',
    node: <VoidMed pedigree={pedigree} />,
    open: ['Void…'],
    dialog: 'Void this pedigree',
    confirm: 'Void this pedigree',
  },
  {
    call: 'file.deleteOneMedattachment',
    node: <MedAttachments pedigree={pedigree} isEpcisGenerated />,
    open: ['Delete log.pdf'],
    dialog: 'Delete this attachment',
    confirm: 'Delete log.pdf',
  },
  {
    call: 'med.createOneHold',
    node: <HoldButton target={{ medId: 4 }} name="Serial S1" />,
    open: ['Put on hold…'],
    dialog: 'Put on hold',
    confirm: 'Put on hold',
  },
  {
    call: 'med.updateDisposedHold',
    node: <DisposeButton holdId={3} />,
    open: ['Dispose of…'],
    dialog: 'Record a disposal',
    confirm: 'Record this disposal',
  },
  {
    call: 'investigation.createOne',
    node: <InvestigateButton holdId={3} />,
    open: ['Investigate…'],
    dialog: 'Open an investigation',
    confirm: 'Open an investigation',
  },
  {
    call: 'med.updateReleaseHold',
    node: <ReleaseButton holdId={3} />,
    open: ['Release…'],
    dialog: 'Release this hold',
    confirm: 'Release this hold',
  },
  correct('order.updateVoidOne', 'Void this order…', 'Void this order'),
  correct('order.updateCloseOne', 'Close short…', 'Close this order short'),
  correct('order.updateReopenOne', 'Reopen…', 'Reopen this order'),
  {
    call: 'incidentReport.deleteOneDraft',
    node: <Drafts />,
    open: ['Delete'],
    dialog: 'Delete this draft',
    confirm: 'Delete this draft',
    answers: { 'incidentReport.readManyDrafts': () => [draft] },
  },
  {
    call: 'incidentReport.updateLostById',
    node: <LostButton mail={lost} to="own@park.demo" />,
    open: [/Not delivered/],
    dialog: 'The email was not delivered',
    confirm: 'Not delivered',
  },
  {
    ...info,
    call: notified,
    open: ['All have been notified'],
    dialog: 'All partners have been notified',
    confirm: 'All have been notified',
  },
  { ...info, call: notified, open: ['There are none'], dialog: 'There are no partners to notify', confirm: 'There are none' },
  {
    ...info,
    call: 'incidentReport.updateTerminatedById',
    open: ['The FDA has agreed'],
    dialog: 'Mark this incident as terminated',
    confirm: 'Mark as terminated',
  },
]

/** Opens the dialog, enters a reason if asked, and confirms. */
async function confirmIn({ open, dialog, confirm }: Case): Promise<void> {
  for (const name of open)
    await userEvent.click(await screen.findByRole(/…$/.test(String(name)) && open.length > 1 ? 'menuitem' : 'button', { name }))
  const shown = within(await screen.findByRole('dialog', { name: dialog }))
  const reason = shown.queryByRole('textbox')
  if (reason) await userEvent.type(reason, 'By mistake')
  await userEvent.click(shown.getByRole('button', { name: confirm }))
}

describe.each(cases)('the dialog ‘$dialog’', (one) => {
  test('[SHELL-038] stays open and keeps its input when the result is not truthy', async () => {
    const { inputs } = showApp('/', { answers: { ...one.answers, [one.call]: () => null }, children: one.node })
    await confirmIn(one)
    await waitFor(() => expect(inputs(one.call)).toHaveLength(1))
    // The button shows as loading until the answer has been handled, so wait until it no longer does.
    const dialog = screen.getByRole('dialog', { name: one.dialog })
    await waitFor(() => expect(within(dialog).getByRole('button', { name: one.confirm }).hasAttribute('data-loading')).toBe(false))
    expect(screen.getByRole('dialog', { name: one.dialog })).toBe(dialog)
    expect(within(dialog).queryByRole<HTMLTextAreaElement>('textbox')?.value ?? 'By mistake').toBe('By mistake')
  })

  test('[SHELL-037] closes when the result is truthy', async () => {
    showApp('/', { answers: { ...one.answers, [one.call]: () => ({ ok: true }) }, children: one.node })
    await confirmIn(one)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: one.dialog })).toBeNull())
  })
})

test('[SHELL-038] the dialog for removing the authenticator app stays open when the result is not truthy', async () => {
  let closed = 0
  const answers = { 'auth.deleteOneApp': ({ password }: { password: string }) => (password === 'right' ? { ok: true } : null) }
  const { inputs } = showApp('/', { answers, children: <RemoveApp onClose={() => (closed += 1)} /> })
  await userEvent.type(await screen.findByLabelText('Your password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Remove the app' }))
  await waitFor(() => expect(inputs('auth.deleteOneApp')).toHaveLength(1))
  await userEvent.clear(screen.getByLabelText('Your password'))
  expect(closed).toBe(0)
  await userEvent.type(screen.getByLabelText('Your password'), 'right')
  await userEvent.click(screen.getByRole('button', { name: 'Remove the app' }))
  await waitFor(() => expect(closed).toBe(1))
})
