import { NativeSelect, TextInput } from '@mantine/core'
import { LICENSE_KINDS, newLicense } from '@seriatim/schema'
import { type FormEvent, useRef, useState } from 'react'
import { refusalOf, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useStateOptions } from '../../shell/use-states.ts'
import { DateField, stopAtUnread } from '../../ui/date-field.tsx'
import { EvidenceField } from '../../ui/evidence-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayOf } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { useZodForm } from '../../ui/use-zod-form.ts'
import css from './partner.module.css'
import type { License } from './partner-words.ts'
import { useEvidence } from './use-evidence.ts'

const shape = newLicense.omit({ tradingPartnerId: true })

interface LicenseEditorProps {
  partnerId: number
  /** EDIT: filled from this one. Without it, ADD: empty. */
  license?: License
  onClose: () => void
}

const empty = {
  kind: 'wholesaler' as const,
  number: '',
  stateId: null,
  issuingBody: '',
  validFrom: '',
  validTo: '',
  evidenceAddress: '',
  checkedBy: '',
  checkedWhere: '',
  nextCheck: '',
  evidenceId: null,
}

export function LicenseEditor({ partnerId, license, onClose }: LicenseEditorProps) {
  const body = useRef<HTMLDivElement>(null)
  const states = useStateOptions('Federal')
  const { upload } = useEvidence(partnerId)
  const [file, setFile] = useState<{ id: number; filename: string } | null>(license?.evidence ?? null)
  const [isSending, setSending] = useState(false)
  const meta = { quiet: true, touches: ['tradingPartner'] }
  const add = trpc.tradingPartner.createOneLicense.useMutation({ meta: { ...meta, done: 'License added.' } })
  const change = trpc.tradingPartner.updateOneLicense.useMutation({ meta: { ...meta, done: 'License saved.' } })
  const form = useZodForm({
    shape,
    initial: license ? { ...license, evidenceId: license.evidence?.id ?? null } : { ...empty, checkedOn: dayOf(new Date()) },
    send: (values) =>
      license ? change.mutateAsync({ ...values, id: license.id }) : add.mutateAsync({ ...values, tradingPartnerId: partnerId }),
    refusalOf,
    onSent: onClose,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (stopAtUnread(body.current)) event.preventDefault()
    else form.onSubmit(event)
  }
  const text = (name: 'number' | 'issuingBody' | 'evidenceAddress' | 'checkedBy' | 'checkedWhere', label: string, placeholder?: string) => (
    <TextInput label={label} autoComplete="off" placeholder={placeholder ?? ''} {...form.field(name)} value={form.values[name] ?? ''} />
  )
  const day = (name: 'validFrom' | 'validTo' | 'checkedOn' | 'nextCheck', label: string, placeholder: string) => {
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
      size={600}
      title={license ? 'Edit license' : 'Add license'}
      form={{ onSubmit: submit, isBusy: form.isBusy }}
      submitLabel={license ? 'Save' : 'Add license'}
      disabled={isSending}
    >
      <div ref={body} className={css.dialogFields}>
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <div className={css.row}>
          <NativeSelect
            label="Kind"
            data={Object.entries(LICENSE_KINDS).map(([value, label]) => ({ value, label }))}
            {...form.field('kind')}
          />
          <NativeSelect
            label="State"
            data={states}
            value={String(form.values.stateId ?? '')}
            onChange={(event) => form.set('stateId', Number(event.currentTarget.value) || null)}
            error={form.field('stateId').error}
          />
        </div>
        <div className={css.row}>
          {text('number', 'Number')}
          {text('issuingBody', 'Issued by (optional)', 'NY Board of Pharmacy')}
        </div>
        <div className={css.row}>
          {day('validFrom', 'Valid from', 'MM/DD/YYYY')}
          {day('validTo', 'Valid to', 'No end')}
        </div>
        <div className={css.row}>
          {day('checkedOn', 'Checked on', 'Not yet')}
          {text('checkedWhere', 'Checked where', 'State register')}
        </div>
        <div className={css.row}>
          {text('checkedBy', 'Checked by (optional)')}
          {day('nextCheck', 'Next check', 'None')}
        </div>
        {text('evidenceAddress', 'Web address (optional)', 'https://')}
        <EvidenceField
          label="Copy of the license (optional)"
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
