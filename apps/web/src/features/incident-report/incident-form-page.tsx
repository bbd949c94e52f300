import './incident.css'
import './incident-page.css'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { factsOf, keyOf, saidOr, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { stopAtUnread } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { readReportAddress } from '../scan/report-link.ts'
import { Conflict, Saving } from './draft-state.tsx'
import { Drafts } from './drafts.tsx'
import { FindPackage } from './find-package.tsx'
import { Fields, fieldId, goToField, Section } from './form-section.tsx'
import { Due } from './incident-due.tsx'
import { COMPANY, MECHANISMS, PRODUCT, REPORT, tick } from './incident-items.ts'
import { IncidentPaper } from './incident-paper.tsx'
import { IncidentPreview } from './incident-preview.tsx'
import { type IncidentFormState, useIncidentForm } from './use-incident-form.ts'

const titles = { INITIAL: 'Report An Incident', FOLLOWUP: 'Follow Up An Incident', TERMINATE: 'Terminate An Incident' } as const

/** Another draft in the address, or none any more, is another form; the one before keeps what was typed into it. */
export default function IncidentFormPage() {
  const draftParam = Number(new URLSearchParams(useSearch()).get('draft')) || undefined
  const [path, navigate] = useLocation()
  const shown = useRef({ draft: draftParam, forms: 0 })
  if (shown.current.draft !== draftParam) shown.current = { draft: draftParam, forms: shown.current.forms + 1 }
  const name = (draft: number) => {
    if (shown.current.draft === draft) return
    // Its own draft's number in the address begins no other form.
    shown.current.draft = draft
    navigate(`${path}?draft=${draft}`, { replace: true })
  }
  const { forms } = shown.current
  // The address kept its path, so nobody else leads to the beginning of the new form.
  useEffect(() => {
    if (forms === 0) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [forms])
  return <IncidentFormOf key={forms} draftParam={draftParam} name={name} />
}

function IncidentFormOf(parts: Pick<Parameters<typeof useIncidentForm>[0], 'draftParam' | 'name'>) {
  const search = useSearch()
  const [scanned] = useState(() => readReportAddress(search))
  const state = useIncidentForm({ ...parts, ...(parts.draftParam === undefined && scanned ? { scannedSerial: scanned.serialNumber } : {}) })
  const { form, change, incidentId, draftId, failed, target, conflict } = state
  const [, navigate] = useLocation()
  const [previewed, setPreviewed] = useState(false)
  const { question, release } = useLeaveGuard(
    !state.isSafe,
    'What you typed last is not saved. Stay to save it, or leave without it; a draft that was saved stays.',
  )
  const [clearing, setClearing] = useState(false)
  const preview = trpc.incidentReport.createOne.useMutation()
  const utils = trpc.useUtils()
  const send = useDialogMutation(
    trpc.incidentReport.createSend.useMutation({
      meta: { done: 'Form Sent', touches: ['incidentReport'] },
      onError: (error) => {
        if (keyOf(error) !== 'incident_draft_changed') return
        setPreviewed(false)
        state.setConflict(sentenceOf(error))
      },
    }),
    () => {
      state.markSent()
      release()
      setPreviewed(false)
      void utils.incidentReport.invalidate()
      navigate('/incidenttracker')
    },
  )
  const field = factsOf(preview.error).field
  const problem = typeof field === 'string' ? { field, sentence: sentenceOf(preview.error) } : undefined
  // After the message is drawn, so that it is read with its field.
  useEffect(() => {
    const refused = factsOf(preview.error).field
    if (typeof refused === 'string') goToField(refused)
  }, [preview.error])
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (stopAtUnread(event.currentTarget)) return
    // What the try before was refused for stands no longer over the form.
    for (const { id, message } of toast.get()) if (preview.isError && message === sentenceOf(preview.error)) toast.close(id)
    preview.mutate(target, { onSuccess: () => setPreviewed(true) })
  }
  const submit = () => preview.data && void send.submit({ ...target, pdfSha256: preview.data.pdfSha256, seal: preview.data.seal })
  if (failed)
    return (
      <Page title="Report An Incident" crumbs={crumbs}>
        <Failed query={failed} what={saidOr(failed.error, 'The form could not be loaded.')} meaning="Nothing was lost." />
      </Page>
    )
  if (state.isMissing || state.isLoading)
    return (
      <Page title="Report An Incident" crumbs={crumbs}>
        {state.isMissing ? (
          <div className="card">
            <EmptyState
              action={
                <Button component={Link} href="/incidenttracker">
                  Incident Tracker
                </Button>
              }
            >
              This draft has been sent or deleted.
            </EmptyState>
          </div>
        ) : (
          <div className="card skeleton incident-preview-wait" aria-busy="true" />
        )}
      </Page>
    )
  return (
    <Page title={incidentId ? titles[form.reportType] : titles.INITIAL} crumbs={crumbs} full>
      {incidentId === undefined && draftId === undefined && <Drafts />}
      <Due state={state} />
      <div className="incident-columns">
        <form className="card" aria-label="Form 3911" onSubmit={look} noValidate>
          <FindPackage state={state} {...(parts.draftParam === undefined ? { scanned } : {})} />
          <Section n={1} id="incident-report" title="Report">
            <Fields
              section={REPORT}
              form={form}
              onChange={(next) => (next.reportType ? state.setType(next.reportType) : change(next))}
              problem={problem}
            />
          </Section>
          <Section n={2} id="incident-product" title="Product">
            <Fields section={PRODUCT} form={form} onChange={change} problem={problem} />
          </Section>
          <Section n={3} id="incident-event" title="What happened">
            <Textarea
              id={fieldId('eventNotes')}
              label="Event notes"
              minRows={4}
              autosize
              maxRows={16}
              maxLength={50_000}
              value={form.eventNotes}
              error={problem?.field === 'eventNotes' && problem.sentence}
              onChange={(event) => change({ eventNotes: event.currentTarget.value })}
            />
            {form.reportType === 'TERMINATE' && (
              <Textarea
                id={fieldId('terminationNotes')}
                label="Why the notification is no longer necessary"
                mt="md"
                minRows={3}
                autosize
                maxRows={16}
                maxLength={50_000}
                value={form.terminationNotes}
                error={problem?.field === 'terminationNotes' && problem.sentence}
                onChange={(event) => change({ terminationNotes: event.currentTarget.value })}
              />
            )}
            <p className="muted incident-hint">
              Leave out patient names and details: this report leaves the pharmacy, and the FDA does not ask for them.
            </p>
          </Section>
          <Section n={4} id="incident-also" title="Also reported by">
            <Mechanisms state={state} error={problem?.field === 'otherSpecify' ? problem.sentence : undefined} />
          </Section>
          <Section n={5} id="incident-company" title="Company">
            <Fields section={COMPANY} form={form} onChange={change} problem={problem} />
          </Section>
          <div className="incident-foot">
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
            <Button type="submit" variant="filled" loading={preview.isPending} disabled={conflict !== undefined}>
              Preview
            </Button>
          </div>
        </form>
        <IncidentPaper form={form} />
      </div>
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
        <p>Everything typed into this form is deleted, from its draft too.</p>
      </ConfirmDialog>
      {question}
      <IncidentPreview
        opened={previewed}
        preview={preview.data}
        pending={send.isPending}
        onCancel={() => setPreviewed(false)}
        onSubmit={submit}
      />
    </Page>
  )
}

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Report An Incident' }]

function Mechanisms({ state: { form, change }, error }: { state: IncidentFormState; error: string | undefined }) {
  return (
    <>
      <fieldset className="incident-checks">
        <legend>None clears the others</legend>
        {MECHANISMS.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            checked={form[field]}
            onChange={(event) => change(tick(form, field, event.currentTarget.checked))}
          />
        ))}
      </fieldset>
      <TextInput
        id={fieldId('otherSpecify')}
        label="Other, specify"
        value={form.otherSpecify}
        disabled={!form.other}
        error={error}
        onChange={(event) => change({ otherSpecify: event.currentTarget.value })}
      />
    </>
  )
}
