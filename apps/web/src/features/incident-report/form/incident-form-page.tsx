import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { findServerSentence } from '../../../api/query-client.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { readReportAddress } from '../../scan/report-link.ts'
import css from '../incident.module.css'
import { IncidentPaper } from '../page/incident-paper.tsx'
import { IncidentPreview } from '../preview/incident-preview.tsx'
import { useReportSending } from '../preview/use-report-sending.ts'
import { Drafts } from '../tracker/drafts.tsx'
import { IncidentDue } from '../tracker/incident-due.tsx'
import { WaitingCard } from '../tracker/waiting.tsx'
import { Conflict, Saving } from './draft-state.tsx'
import { FindPackage } from './find-package.tsx'
import { FormSections } from './form-sections.tsx'
import { type IncidentFormState, useIncidentForm } from './machine/use-incident-form.ts'

const titles = { INITIAL: 'Report An Incident', FOLLOWUP: 'Follow Up An Incident', TERMINATE: 'Terminate An Incident' } as const

/**
 * Page for reporting an incident. If the URL changes to another draft, or to none, the page opens a new form; input in the previous form stays in its
 * draft.
 */
export default function IncidentFormPage() {
  const draftParam = Number(new URLSearchParams(useSearch()).get('draft')) || undefined
  const [path, navigate] = useLocation()
  const shown = useRef({ draft: draftParam, forms: 0 })
  if (shown.current.draft !== draftParam) shown.current = { draft: draftParam, forms: shown.current.forms + 1 }
  const name = (draft: number) => {
    if (shown.current.draft === draft) return
    // A form adds the number of its draft to the URL when the draft is first saved. That change must not restart the form.
    shown.current.draft = draft
    navigate(`${path}?draft=${draft}`, { replace: true })
  }
  const { forms } = shown.current
  // The path didn't change, so nothing else moves the focus to the top of the new form.
  useEffect(() => {
    if (forms === 0) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [forms])
  return <IncidentFormParts key={forms} draftParam={draftParam} name={name} />
}

function IncidentFormParts(parts: Pick<Parameters<typeof useIncidentForm>[0], 'draftParam' | 'name'>) {
  const search = useSearch()
  const [scanned] = useState(() => readReportAddress(search))
  const state = useIncidentForm({ ...parts, scannedSerial: parts.draftParam === undefined && scanned ? scanned.serialNumber : undefined })
  const { question, release } = useLeaveGuard(
    !state.isSafe,
    'Your latest changes are not saved. Stay to save them, or leave to discard them; a draft that you saved earlier is kept.',
  )
  const sending = useReportSending(state, release)
  const { form, incidentId, draftId, failed } = state
  if (failed)
    return (
      <Page title="Report An Incident" crumbs={crumbs}>
        <Failed query={failed} subject="The form" sentence={findServerSentence(failed.error)} meaning="Nothing was lost." />
      </Page>
    )
  if (state.isMissing || state.isLoading)
    return (
      <Page title="Report An Incident" crumbs={crumbs}>
        {state.isMissing ? <NoDraft /> : <WaitingCard />}
      </Page>
    )
  return (
    <Page title={incidentId ? titles[form.reportType] : titles.INITIAL} crumbs={crumbs} full>
      {incidentId === undefined && draftId === undefined && <Drafts />}
      <IncidentDue state={state} />
      <div className={css.columns}>
        <Card>
          <form aria-label="Form 3911" onSubmit={sending.preview} noValidate>
            <FindPackage state={state} scanned={parts.draftParam === undefined ? scanned : undefined} />
            <FormSections state={state} problem={sending.problem} />
            <Foot state={state} pending={sending.isPreviewing} />
          </form>
        </Card>
        <IncidentPaper form={form} />
      </div>
      {question}
      <IncidentPreview {...sending.dialog} />
    </Page>
  )
}

const crumbs = [{ label: 'Report An Incident' }]

function NoDraft() {
  return (
    <Card>
      <EmptyState
        action={
          <Button component={Link} href="/incidenttracker">
            Incident Tracker
          </Button>
        }
      >
        This draft has been sent or deleted.
      </EmptyState>
    </Card>
  )
}

function Foot({ state, pending }: { state: IncidentFormState; pending: boolean }) {
  const { incidentId, draftId, conflict } = state
  const [clearing, setClearing] = useState(false)
  return (
    <Group className={css.foot} gap="sm" p="md">
      {conflict && <Conflict state={state} />}
      <Saving state={state} />
      {incidentId === undefined && draftId !== undefined && (
        <Button component={Link} href="/reportanincident" variant="subtle">
          New report
        </Button>
      )}
      {incidentId === undefined && (
        <Button variant="subtle" onClick={() => setClearing(true)}>
          Clear
        </Button>
      )}
      <Button type="submit" variant="filled" loading={pending} disabled={conflict !== undefined}>
        Preview
      </Button>
      <ConfirmDialog
        opened={clearing}
        onClose={() => setClearing(false)}
        title="Clear the form"
        confirmLabel="Clear the form"
        destructive
        onConfirm={() => {
          state.clear()
          setClearing(false)
        }}
      >
        <p>Everything you entered will be deleted from this form and from its saved draft.</p>
      </ConfirmDialog>
    </Group>
  )
}
