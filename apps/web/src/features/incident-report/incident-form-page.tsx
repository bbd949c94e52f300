import './incident.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { factsOf, keyOf, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { ClockChip, useNow } from '../../ui/clock-chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { countOf, formatLongDateTime, formatTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { Bar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { HoldButton } from '../hold/hold-button.tsx'
import { looksScanned, readSerialScan } from '../scan/serial-scan.ts'
import { useScanField } from '../scan/use-scan-field.ts'
import { Drafts } from './drafts.tsx'
import { Fields, Section } from './form-section.tsx'
import { COMPANY, MECHANISMS, PRODUCT, REPORT, tick } from './incident-items.ts'
import { IncidentPaper } from './incident-paper.tsx'
import { IncidentPreview } from './incident-preview.tsx'
import { type IncidentFormState, useIncidentForm } from './use-incident-form.ts'

const titles = { INITIAL: 'Report An Incident', FOLLOWUP: 'Follow Up An Incident', TERMINATE: 'Terminate An Incident' } as const

export default function IncidentFormPage() {
  const state = useIncidentForm()
  const { form, change, locationId, incidentId, draftId, failed } = state
  const [, navigate] = useLocation()
  const [previewed, setPreviewed] = useState(false)
  const [clearing, setClearing] = useState(false)
  const preview = trpc.incidentReport.createOne.useMutation()
  const utils = trpc.useUtils()
  const send = trpc.incidentReport.createSend.useMutation({ meta: { done: 'Form Sent', touches: ['incidentReport'] } })
  const target = { locationId, jsonData: form, ...(incidentId ? { incidentId } : {}), ...(draftId ? { draftId } : {}) }
  const field = factsOf(preview.error).field
  const problem = typeof field === 'string' ? { field, sentence: sentenceOf(preview.error) } : undefined
  const look = (event: FormEvent) => {
    event.preventDefault()
    preview.mutate(target, { onSuccess: () => setPreviewed(true) })
  }
  const submit = () =>
    preview.data &&
    send.mutate(
      { ...target, bufferData: preview.data.bufferData, seal: preview.data.seal },
      {
        onSuccess: () => {
          state.markSent()
          setPreviewed(false)
          void utils.incidentReport.invalidate()
          navigate('/incidenttracker')
        },
      },
    )
  if (failed)
    return (
      <Page title="Report An Incident" crumbs={crumbs}>
        <ErrorState
          what={keyOf(failed.error) ? sentenceOf(failed.error) : 'The form could not be loaded.'}
          meaning="What was written and what was reported is safe."
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
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
              This draft was sent or deleted meanwhile.
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
          <Find state={state} />
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
            <p className="muted incident-hint">Write nothing about patients.</p>
          </Section>
          <Section n={4} id="incident-also" title="Also reported by">
            <Mechanisms state={state} error={problem?.field === 'otherSpecify' ? problem.sentence : undefined} />
          </Section>
          <Section n={5} id="incident-company" title="Company">
            <Fields section={COMPANY} form={form} onChange={change} problem={problem} />
          </Section>
          <div className="incident-foot">
            <span className="grow muted" role="status">
              {state.savedAt ? `Draft saved ${formatTime(state.savedAt)}. ` : ''}Preview sends nothing. You confirm it on the next screen.
            </span>
            {incidentId === undefined && (
              <Button variant="subtle" onClick={() => setClearing(true)}>
                Clear
              </Button>
            )}
            <Button type="submit" variant="filled" loading={preview.isPending}>
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
        <p>Everything that was typed into this form is gone then, from its draft too.</p>
      </ConfirmDialog>
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

/** The 24 hours that the law gives. */
function Due({ state: { due, form } }: { state: IncidentFormState }) {
  const now = useNow()
  if (!due || form.reportType !== 'INITIAL') return null
  const [from, to] = [Date.parse(due.from), Date.parse(due.to)]
  return (
    <div className="card incident-due">
      <ClockChip due={due.to} />
      <p className="grow">
        Report this product by <b>{formatLongDateTime(due.to)}</b>, 24 hours after it was found.
      </p>
      <div className="incident-track">
        <Bar done={Math.max(0, Math.min(now - from, to - from - 1))} total={to - from} />
        <p>
          <span>Found {formatLongDateTime(due.from)}</span>
          <span>Due {formatLongDateTime(due.to)}</span>
        </p>
      </div>
    </div>
  )
}

/** Serial number and location fill the form. */
function Find({ state }: { state: IncidentFormState }) {
  const { locations, locationId, setPlace, fill, filled, incidentId, form } = state
  const [serial, setSerial] = useState('')
  const [message, setMessage] = useState<ReactNode>()
  const [pending, setPending] = useState(false)
  const find = async (text: string) => {
    let serialNumber = text.trim()
    let gtin: string | undefined
    if (looksScanned(serialNumber)) {
      const scan = readSerialScan(serialNumber)
      if (!scan.ok) {
        setSerial('')
        toast.attention(scan.message, { seconds: 10, ...(scan.detail ? { detail: scan.detail } : {}) })
        return
      }
      gtin = scan.fields.gtin
      serialNumber = scan.fields.serialNumber
      setSerial(serialNumber)
    }
    if (!serialNumber || pending) return
    setPending(true)
    setMessage(undefined)
    try {
      if (!(await fill(serialNumber, gtin))) setMessage('No package with this serial number is on record here. Fill the form by hand.')
    } catch {
      setMessage('The server could not be reached. Try again, or fill the form by hand.')
    }
    setPending(false)
  }
  const { onKeyDown } = useScanField({ value: serial, onWrite: setSerial, onScan: (text) => void find(text) })
  return (
    <Section id="incident-find" title="Which package">
      <div className="incident-find">
        <TextInput
          label="Serial number"
          placeholder="Scan or type"
          classNames={{ input: 'input code' }}
          autoComplete="off"
          spellCheck={false}
          value={serial}
          onChange={(event) => setSerial(event.currentTarget.value)}
          onKeyDown={(event) => {
            onKeyDown(event)
            if (event.key !== 'Enter') return
            event.preventDefault()
            void find(serial)
          }}
        />
        <NativeSelect
          label="Location"
          data={locations.map((place) => ({ value: String(place.id), label: place.name }))}
          value={String(locationId)}
          disabled={incidentId !== undefined}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        />
        <Button loading={pending} onClick={() => void find(serial)}>
          Fill the form
        </Button>
      </div>
      <div role="status">
        {filled && (
          <p className="incident-found">
            <IconCheck className="ic ic-16" aria-hidden="true" /> Found: {filled.name}. {countOf(filled.fields, 'field')} filled below.{' '}
            {form.epcisSgtinId !== null && <HoldButton target={{ medId: form.epcisSgtinId }} name={filled.name} />}
          </p>
        )}
        {message && (
          <Note meaning="attention" title="Not found">
            {message}
          </Note>
        )}
      </div>
    </Section>
  )
}

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
        label="Other, specify"
        value={form.otherSpecify}
        disabled={!form.other}
        error={error}
        onChange={(event) => change({ otherSpecify: event.currentTarget.value })}
      />
    </>
  )
}
