import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AGREEMENT_KINDS, newAgreement } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { localDay } from '../../../ui/text/format.ts'
import type { Agreement } from '../partner-words.ts'
import { PaperDay, PaperDialog } from './paper-dialog.tsx'

const shape = newAgreement.omit({ tradingPartnerId: true })

interface AgreementEditorProps {
  partnerId: number
  /** The agreement to edit; omitted to add a new one. */
  agreement?: Agreement
  onClose: () => void
}

export function AgreementEditor({ partnerId, agreement, onClose }: AgreementEditorProps) {
  const meta = { quiet: true, touches: ['tradingPartner'] }
  const add = trpc.tradingPartner.createOneAgreement.useMutation({ meta: { ...meta, done: 'Agreement added.' } })
  const change = trpc.tradingPartner.updateOneAgreement.useMutation({ meta: { ...meta, done: 'Agreement saved.' } })
  const form = useZodForm({
    shape,
    initial: agreement
      ? { ...agreement, evidenceId: agreement.evidence?.id ?? null }
      : { kind: 'records' as const, title: '', signedOn: localDay(new Date()), endsOn: '', note: '', evidenceId: null },
    send: (values) =>
      agreement ? change.mutateAsync({ ...values, id: agreement.id }) : add.mutateAsync({ ...values, tradingPartnerId: partnerId }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const day = (name: 'signedOn' | 'endsOn', label: string, placeholder: string) => (
    <PaperDay
      label={label}
      placeholder={placeholder}
      value={form.values[name]}
      error={form.field(name).error}
      notBefore={name === 'endsOn' ? form.values.signedOn : undefined}
      onChange={(value) => form.set(name, value)}
    />
  )
  return (
    <PaperDialog
      partnerId={partnerId}
      what="agreement"
      isEdit={agreement !== undefined}
      size={560}
      form={form}
      file={{ label: 'Signed copy (optional)', initial: agreement?.evidence ?? null, onChange: (id) => form.set('evidenceId', id) }}
      onClose={onClose}
    >
      <TextInput label="Name" autoComplete="off" placeholder="DSCSA data agreement" data-autofocus {...form.field('title')} />
      <NativeSelect
        label="What it covers"
        data={Object.entries(AGREEMENT_KINDS).map(([value, label]) => ({ value, label }))}
        {...form.field('kind')}
      />
      <AutoGrid>
        {day('signedOn', 'Signed on', 'MM/DD/YYYY')}
        {day('endsOn', 'Ends on', 'No end date')}
      </AutoGrid>
      <Textarea label="Note (optional)" rows={2} {...form.field('note')} value={form.values.note ?? ''} />
    </PaperDialog>
  )
}
