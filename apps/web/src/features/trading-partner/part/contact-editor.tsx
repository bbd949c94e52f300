import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { CONTACT_TYPES, type PartnerContactFields, partnerContactFields } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'

type Detail = PartnerContactFields['contactDetails'][number]

interface ContactEditorProps {
  /** Prefills the form for EDIT; omitted for ADD. */
  entry?: PartnerContactFields | undefined
  send: (contact: PartnerContactFields) => unknown
  /** Deletes a saved phone number, fax number or email address of the contact. The editor asks for confirmation first. */
  onDeleteDetail?: ((id: number) => Promise<unknown>) | undefined
  onClose: () => void
}

const empty: PartnerContactFields = {
  firstName: '',
  lastName: '',
  title: '',
  contactDetails: [{ contactType: 'phone', contactDetail: '' }],
}

/** Editor for a contact of a partner, with the contact's phone numbers, fax numbers and email addresses (decision 39). */
export function ContactEditor({ entry, send, onDeleteDetail, onClose }: ContactEditorProps) {
  const [deleting, setDeleting] = useState<{ at: number; detail: Detail }>()
  const form = useZodForm({
    shape: partnerContactFields,
    initial: entry ?? empty,
    send: async (contact) => send(contact),
    refusalOf: toRefusal,
    otherwise: 'firstName',
    onSent: onClose,
  })
  const details = form.values.contactDetails
  const setDetails = (next: Detail[]) => form.set('contactDetails', next)
  const drop = (at: number) => setDetails(details.filter((_, place) => place !== at))
  const submitLabel = entry ? 'Save' : 'Add Contact'
  return (
    <>
      <FormDialog opened onClose={onClose} size={560} title={entry ? 'Edit Contact' : 'Add Contact'} form={form} submitLabel={submitLabel}>
        <Stack gap="md">
          {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
          <AutoGrid>
            <TextInput label="First name" autoComplete="off" data-autofocus {...form.field('firstName')} />
            <TextInput label="Last name (optional)" autoComplete="off" {...form.field('lastName')} value={form.values.lastName ?? ''} />
          </AutoGrid>
          <TextInput
            label="Title (optional)"
            autoComplete="off"
            placeholder="Traceability"
            {...form.field('title')}
            value={form.values.title ?? ''}
          />
          <Details
            details={details}
            faults={form.field('contactDetails').error}
            onChange={setDetails}
            onDelete={(at, detail) => (isBlank(detail) && detail.id === undefined ? drop(at) : setDeleting({ at, detail }))}
          />
        </Stack>
      </FormDialog>
      <DeleteDetail
        detail={deleting?.detail}
        onDelete={async ({ id }) => {
          if (id !== undefined) await onDeleteDetail?.(id)
          if (deleting) drop(deleting.at)
        }}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}

interface DetailsProps {
  details: Detail[]
  /** Error messages for phone or email fields that were left blank. */
  faults: ReactNode
  onChange: (next: Detail[]) => void
  onDelete: (at: number, detail: Detail) => void
}

function Details({ details, faults, onChange, onDelete }: DetailsProps) {
  const set = (at: number, change: Partial<Detail>) =>
    onChange(details.map((detail, place) => (place === at ? { ...detail, ...change } : detail)))
  return (
    <>
      {details.map((detail, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: those that are not on file yet have no id
        <Group key={at} gap="xs" align="flex-end">
          <NativeSelect
            label={`Type ${at + 1}`}
            w={104}
            data={Object.entries(CONTACT_TYPES).map(([value, label]) => ({ value, label }))}
            value={detail.contactType}
            onChange={(event) => set(at, { contactType: asType(event.currentTarget.value) })}
          />
          <TextInput
            label={`Number or address ${at + 1}`}
            flex="1 1 140px"
            autoComplete="off"
            value={detail.contactDetail}
            onChange={(event) => set(at, { contactDetail: event.currentTarget.value })}
            error={isBlank(detail) && faults}
          />
          <Button aria-label={`Delete contact detail ${at + 1}`} onClick={() => onDelete(at, detail)}>
            Delete
          </Button>
        </Group>
      ))}
      <div>
        <Button
          size="xs"
          leftSection={<Glyph of={IconPlus} size={16} />}
          disabled={details.length >= 20}
          onClick={() => onChange([...details, { contactType: 'phone', contactDetail: '' }])}
        >
          Add phone or email
        </Button>
      </div>
    </>
  )
}

interface DeleteDetailProps {
  /** The detail whose deletion the dialog asks the user to confirm; undefined while the dialog is closed. */
  detail: Detail | undefined
  onDelete: (detail: Detail) => Promise<unknown>
  onClose: () => void
}

function DeleteDetail({ detail, onDelete, onClose }: DeleteDetailProps) {
  const [isDeleting, setDeleting] = useState(false)
  const confirm = async () => {
    if (!detail) return
    setDeleting(true)
    try {
      await onDelete(detail)
      onClose()
    } catch {
      // The query client shows the error; the dialog with the question stays open.
    }
    setDeleting(false)
  }
  return (
    <ConfirmDialog
      opened={detail !== undefined}
      onClose={onClose}
      title="Delete this contact detail"
      confirmLabel={`Delete ${detail?.contactDetail ?? ''}`}
      destructive
      pending={isDeleting}
      onConfirm={() => void confirm()}
    >
      <p>It is removed from this contact. The audit trail keeps the previous value.</p>
    </ConfirmDialog>
  )
}

const isBlank = ({ contactDetail }: Detail) => contactDetail.trim() === ''

// the `in` of the same expression checks the value
const asType = (value: string): Detail['contactType'] => (value in CONTACT_TYPES ? (value as Detail['contactType']) : 'phone')
