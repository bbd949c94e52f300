import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AGREEMENT_KINDS, newAgreement } from '@seriatim/schema'
import { type FormEvent, useRef, useState } from 'react'
import { refusalOf, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField, stopAtUnread } from '../../ui/date-field.tsx'
import { EvidenceField } from '../../ui/evidence-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayOf } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { useZodForm } from '../../ui/use-zod-form.ts'
import css from './partner.module.css'
import type { Agreement } from './partner-words.ts'
import { useEvidence } from './use-evidence.ts'

const shape = newAgreement.omit({ tradingPartnerId: true })

interface AgreementEditorProps {
  partnerId: number
  /** EDIT: filled from this one. Without it, ADD: empty. */
  agreement?: Agreement
  onClose: () => void
}

export function AgreementEditor({ partnerId, agreement, onClose }: AgreementEditorProps) {
  const body = useRef<HTMLDivElement>(null)
  const { upload } = useEvidence(partnerId)
  const [file, setFile] = useState<{ id: number; filename: string } | null>(agreement?.evidence ?? null)
  const [isSending, setSending] = useState(false)
  const meta = { quiet: true, touches: ['tradingPartner'] }
  const add = trpc.tradingPartner.createOneAgreement.useMutation({ meta: { ...meta, done: 'Agreement added.' } })
  const change = trpc.tradingPartner.updateOneAgreement.useMutation({ meta: { ...meta, done: 'Agreement saved.' } })
  const form = useZodForm({
    shape,
    initial: agreement
      ? { ...agreement, evidenceId: agreement.evidence?.id ?? null }
      : { kind: 'records' as const, title: '', signedOn: dayOf(new Date()), endsOn: '', note: '', evidenceId: null },
    send: (values) =>
      agreement ? change.mutateAsync({ ...values, id: agreement.id }) : add.mutateAsync({ ...values, tradingPartnerId: partnerId }),
    refusalOf,
    onSent: onClose,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (stopAtUnread(body.current)) event.preventDefault()
    else form.onSubmit(event)
  }
  const day = (name: 'signedOn' | 'endsOn', label: string, placeholder: string) => {
    const { error } = form.field(name)
    return (
      <DateField
        label={label}
        placeholder={placeholder}
        value={form.values[name] ?? ''}
        onChange={(value) => form.set(name, value)}
        error={typeof error === 'string' ? (form.values[name] ? error : 'Enter a day.') : undefined}
      />
    )
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      size={560}
      title={agreement ? 'Edit agreement' : 'Add agreement'}
      form={{ onSubmit: submit, isBusy: form.isBusy }}
      submitLabel={agreement ? 'Save' : 'Add agreement'}
      disabled={isSending}
    >
      <div ref={body} className={css.dialogFields}>
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <TextInput label="Name" autoComplete="off" placeholder="DSCSA data agreement" data-autofocus {...form.field('title')} />
        <NativeSelect
          label="What it covers"
          data={Object.entries(AGREEMENT_KINDS).map(([value, label]) => ({ value, label }))}
          {...form.field('kind')}
        />
        <div className={css.row}>
          {day('signedOn', 'Signed on', 'MM/DD/YYYY')}
          {day('endsOn', 'Ends on', 'No end date')}
        </div>
        <Textarea label="Note (optional)" rows={2} {...form.field('note')} value={form.values.note ?? ''} />
        <EvidenceField
          label="Signed copy (optional)"
          value={file}
          onChange={(next) => {
            setFile(next)
            form.set('evidenceId', next?.id ?? null)
          }}
          upload={upload}
          wordsOf={sentenceOf}
          onBusy={setSending}
        />
      </div>
    </FormDialog>
  )
}
