import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { CONTACT_TYPES, type PartnerContactFields, partnerContactFields } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { Beside } from '../../ui/beside.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Note } from '../../ui/note.tsx'
import { useZodForm } from '../../ui/use-zod-form.ts'

type Detail = PartnerContactFields['contactDetails'][number]

interface ContactEditorProps {
  /** EDIT: filled from this entry. Without it, ADD: empty. */
  entry?: PartnerContactFields | undefined
  send: (contact: PartnerContactFields) => unknown
  /** Deletes a detail that is on file; asked for first. */
  onDeleteDetail?: (id: number) => Promise<unknown>
  onClose: () => void
}

const empty: PartnerContactFields = {
  firstName: '',
  lastName: '',
  title: '',
  contactDetails: [{ contactType: 'phone', contactDetail: '' }],
}

/** The one editor of a partner's contact, with its phones and addresses (decision 39). */
export function ContactEditor({ entry, send, onDeleteDetail, onClose }: ContactEditorProps) {
  const [deleting, setDeleting] = useState<{ at: number; detail: Detail }>()
  const [isDeleting, setBusy] = useState(false)
  const form = useZodForm({
    shape: partnerContactFields,
    initial: entry ?? empty,
    send: async (contact) => send(contact),
    refusalOf: toRefusal,
    otherwise: 'firstName',
    onSent: onClose,
  })
  const details = form.values.contactDetails
  const setDetail = (at: number, change: Partial<Detail>) =>
    form.set(
      'contactDetails',
      details.map((detail, place) => (place === at ? { ...detail, ...change } : detail)),
    )
  const drop = (at: number) =>
    form.set(
      'contactDetails',
      details.filter((_, place) => place !== at),
    )
  const confirmed = async () => {
    if (!deleting) return
    const { at, detail } = deleting
    setBusy(true)
    try {
      if (detail.id !== undefined) await onDeleteDetail?.(detail.id)
      drop(at)
      setDeleting(undefined)
    } catch {
      // Said by the one place of errors; the question stays.
    }
    setBusy(false)
  }
  const faults = form.field('contactDetails').error
  return (
    <>
      <FormDialog
        opened
        onClose={onClose}
        size={560}
        title={entry ? 'Edit Contact' : 'Add Contact'}
        form={form}
        submitLabel={entry ? 'Save' : 'Add Contact'}
      >
        <Stack gap="md">
          {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
          <Beside>
            <TextInput label="First name" autoComplete="off" data-autofocus {...form.field('firstName')} />
            <TextInput label="Last name (optional)" autoComplete="off" {...form.field('lastName')} value={form.values.lastName ?? ''} />
          </Beside>
          <TextInput
            label="Title (optional)"
            autoComplete="off"
            placeholder="Traceability"
            {...form.field('title')}
            value={form.values.title ?? ''}
          />
          {details.map((detail, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: those that are not on file yet have no id
            <Group key={at} gap="xs" align="flex-end">
              <NativeSelect
                label={`Type ${at + 1}`}
                w={104}
                data={Object.entries(CONTACT_TYPES).map(([value, label]) => ({ value, label }))}
                value={detail.contactType}
                onChange={(event) => setDetail(at, { contactType: asType(event.currentTarget.value) })}
              />
              <TextInput
                label={`Number or address ${at + 1}`}
                flex="1 1 140px"
                autoComplete="off"
                value={detail.contactDetail}
                onChange={(event) => setDetail(at, { contactDetail: event.currentTarget.value })}
                error={detail.contactDetail.trim() === '' && faults}
              />
              <Button
                aria-label={`Delete contact detail ${at + 1}`}
                onClick={() => (detail.contactDetail.trim() === '' && detail.id === undefined ? drop(at) : setDeleting({ at, detail }))}
              >
                Delete
              </Button>
            </Group>
          ))}
          <div>
            <Button
              size="xs"
              leftSection={<Glyph of={IconPlus} size={16} />}
              disabled={details.length >= 20}
              onClick={() => form.set('contactDetails', [...details, { contactType: 'phone', contactDetail: '' }])}
            >
              Add phone or email
            </Button>
          </div>
        </Stack>
      </FormDialog>
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete this contact detail"
        confirmLabel={`Delete ${deleting?.detail.contactDetail ?? ''}`}
        destructive
        pending={isDeleting}
        onConfirm={() => void confirmed()}
      >
        <p>It is removed from this contact. The audit trail keeps what it was.</p>
      </ConfirmDialog>
    </>
  )
}

const asType = (value: string): Detail['contactType'] => (value in CONTACT_TYPES ? (value as Detail['contactType']) : 'phone') // just looked up
