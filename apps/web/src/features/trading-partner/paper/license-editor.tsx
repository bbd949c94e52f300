import { NativeSelect, TextInput } from '@mantine/core'
import { LICENSE_KINDS, newLicense } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { useStateOptions } from '../../../shell/use-states.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { localDay } from '../../../ui/text/format.ts'
import type { License } from '../partner-words.ts'
import { PaperDay, PaperDialog } from './paper-dialog.tsx'

const shape = newLicense.omit({ tradingPartnerId: true })

interface LicenseEditorProps {
  partnerId: number
  /** The license to edit, which prefills the form; absent when adding. */
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
  const states = useStateOptions('Federal')
  const meta = { quiet: true, touches: ['tradingPartner'] }
  const add = trpc.tradingPartner.createOneLicense.useMutation({ meta: { ...meta, done: 'License added.' } })
  const change = trpc.tradingPartner.updateOneLicense.useMutation({ meta: { ...meta, done: 'License saved.' } })
  const form = useZodForm({
    shape,
    initial: license ? { ...license, evidenceId: license.evidence?.id ?? null } : { ...empty, checkedOn: localDay(new Date()) },
    send: (values) =>
      license ? change.mutateAsync({ ...values, id: license.id }) : add.mutateAsync({ ...values, tradingPartnerId: partnerId }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  const text = (name: 'number' | 'issuingBody' | 'evidenceAddress' | 'checkedBy' | 'checkedWhere', label: string, placeholder?: string) => (
    <TextInput label={label} autoComplete="off" placeholder={placeholder ?? ''} {...form.field(name)} value={form.values[name] ?? ''} />
  )
  const day = (name: 'validFrom' | 'validTo' | 'checkedOn' | 'nextCheck', label: string, placeholder: string) => (
    <PaperDay
      label={label}
      placeholder={placeholder}
      value={form.values[name]}
      error={form.field(name).error}
      notBefore={name === 'validTo' ? form.values.validFrom : undefined}
      onChange={(value) => form.set(name, value)}
    />
  )
  return (
    <PaperDialog
      partnerId={partnerId}
      what="license"
      isEdit={license !== undefined}
      size={600}
      form={form}
      file={{ label: 'Copy of the license (optional)', initial: license?.evidence ?? null, onChange: (id) => form.set('evidenceId', id) }}
      onClose={onClose}
    >
      <AutoGrid>
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
      </AutoGrid>
      <AutoGrid>
        {text('number', 'Number')}
        {text('issuingBody', 'Issued by (optional)', 'NY Board of Pharmacy')}
      </AutoGrid>
      <AutoGrid>
        {day('validFrom', 'Valid from', 'MM/DD/YYYY')}
        {day('validTo', 'Valid to', 'No end date')}
      </AutoGrid>
      <AutoGrid>
        {day('checkedOn', 'Checked on', 'Not yet')}
        {text('checkedWhere', 'Where you checked (optional)', 'State license lookup')}
      </AutoGrid>
      <AutoGrid>
        {text('checkedBy', 'Checked by (optional)')}
        {day('nextCheck', 'Check again on', 'No date')}
      </AutoGrid>
      {text('evidenceAddress', 'Web address (optional)', 'https://')}
    </PaperDialog>
  )
}
