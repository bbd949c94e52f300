import { NativeSelect, TextInput } from '@mantine/core'
import { PARTNER_BUSINESSES, PARTNER_TYPES, type PartnerBusiness, partnerChange } from '@seriatim/schema'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import type { Partner } from '../partner-words.ts'

interface PartnerDialogProps {
  partner: Partner
  onClose: () => void
}

interface BusinessFieldProps {
  value: PartnerBusiness | null
  onChange: (business: PartnerBusiness | null) => void
}

/** The partner's line of business, which determines the license it needs. */
export function BusinessField({ value, onChange }: BusinessFieldProps) {
  const businesses = Object.entries(PARTNER_BUSINESSES)
  return (
    <NativeSelect
      label="Business"
      description="Determines which license the partner needs."
      data={[{ value: '', label: 'According to their licenses' }, ...businesses.map(([value, label]) => ({ value, label }))]}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || null) as PartnerBusiness | null)} // the field offers only these values
    />
  )
}

const touches = ['tradingPartner']
const shape = partnerChange.pick({ name: true, type: true, business: true })

export function GeneralEditor({ partner, onClose }: PartnerDialogProps) {
  const change = trpc.tradingPartner.updateOneTradingpartner.useMutation({ meta: { quiet: true, done: 'Saved.', touches } })
  const form = useZodForm({
    shape,
    initial: { name: partner.name, type: partner.type, business: partner.business },
    send: (values) => change.mutateAsync({ id: partner.id, ...values }),
    refusalOf: toRefusal,
    otherwise: 'name',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Edit General Info" form={form} submitLabel="Save">
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.field('name')} />
      <NativeSelect label="Type" data={Object.entries(PARTNER_TYPES).map(([value, label]) => ({ value, label }))} {...form.field('type')} />
      <BusinessField value={form.values.business ?? null} onChange={(business) => form.set('business', business)} />
    </FormDialog>
  )
}

export function DeactivateDialog({ partner, onClose }: PartnerDialogProps) {
  const deactivate = useDialogMutation(
    trpc.tradingPartner.updateDeactivateOne.useMutation({ meta: { done: 'Partner deactivated.', touches } }),
    onClose,
  )
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title="Deactivate this partner"
      confirmLabel={`Deactivate ${partner.name}`}
      needed
      destructive
      pending={deactivate.isPending}
      onConfirm={(reason) => void deactivate.submit({ id: partner.id, reason: reason ?? '' })}
    >
      <p>The partner is no longer listed. Its orders, licenses and history stay. You can reactivate it at any time.</p>
    </ReasonDialog>
  )
}

export function ReactivateDialog({ partner, onClose }: PartnerDialogProps) {
  const reactivate = useDialogMutation(
    trpc.tradingPartner.updateReactivateOne.useMutation({ meta: { done: 'Partner reactivated.', touches } }),
    onClose,
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Reactivate this partner"
      confirmLabel={`Reactivate ${partner.name}`}
      pending={reactivate.isPending}
      onConfirm={() => void reactivate.submit({ id: partner.id })}
    >
      <p>The partner will return to your list.</p>
    </ConfirmDialog>
  )
}
