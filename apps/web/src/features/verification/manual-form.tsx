import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { VERIFICATION_CHANNELS, type VerificationAnswer, verificationAnswer, verificationChannel } from '@seriatim/schema'
import { useState } from 'react'
import { z } from 'zod'
import { toRefusal, writeSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DialogPart } from '../../ui/dialog/dialog.tsx'
import { EvidenceField } from '../../ui/field/evidence-field.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Note } from '../../ui/layout/note.tsx'
import type { FormProps } from './ask-form.tsx'
import { SubjectFields } from './subject-fields.tsx'
import { chosen, makeSubjectShape, startOf, toQuestion } from './subject-values.ts'
import { useVerificationFile } from './use-verification-file.ts'

const ANSWERS: { value: VerificationAnswer | ''; label: string }[] = [
  { value: '', label: 'Choose' },
  { value: 'verified', label: 'Verified' },
  { value: 'notVerified', label: 'Not verified' },
  { value: 'unavailable', label: 'No answer yet' },
]

/** Form fields for the manufacturer's answer. The fields that identify the package are defined elsewhere. */
const answerFields = {
  askedWhom: z.string().trim().min(2, 'Enter whom you asked.').max(200),
  channel: verificationChannel,
  answer: chosen(verificationAnswer.options, 'Choose the answer.'),
  reason: z.string().trim().max(200),
  additionalInfo: z.string().trim().max(200),
  note: z.string().trim().max(2000),
  evidenceId: z.number().nullable(),
}
type Answered = z.input<z.ZodObject<typeof answerFields>>
const NOTHING: Answered = {
  askedWhom: '',
  channel: 'phone',
  // Nothing is chosen first: a record that nobody thought about must not say "verified".
  answer: '',
  reason: '',
  additionalInfo: '',
  note: '',
  evidenceId: null,
}

interface ManualFormProps extends FormProps {
  /** Why the verification service is not asked; undefined if the organization has no service. */
  why: string | undefined
  onService: (() => void) | undefined
}

/** Form for a question that somebody asked by phone, by email or on a website, with its answer. */
export function ManualForm({ choices, origin, why, onClose, onAnswer, onService }: ManualFormProps) {
  const send = trpc.verification.createOneManual.useMutation({ meta: { quiet: true, touches: ['verification', 'med', 'shipment'] } })
  const { upload } = useVerificationFile()
  const [file, setFile] = useState<{ id: number; filename: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useZodForm({
    shape: makeSubjectShape(origin.subject).extend(answerFields),
    initial: { ...startOf(choices, origin, true), ...NOTHING },
    send: async ({ askedWhom, channel, answer, reason, additionalInfo, note, evidenceId, ...about }) => {
      const answered = { askedWhom, channel, answer, reason, additionalInfo, note, evidenceId }
      onAnswer(await send.mutateAsync({ ...toQuestion(about, origin.subject), ...answered }))
    },
    refusalOf: toRefusal,
  })
  const { values } = form
  const { locationId } = values
  return (
    <DialogPart
      onSubmit={form.onSubmit}
      foot={
        <>
          {onService && (
            <Button onClick={onService} disabled={form.isBusy}>
              Ask the service
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy} disabled={isSending}>
            Record the answer
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        {why && (
          <Note meaning="attention" title={why}>
            Ask the manufacturer by phone, by email or on its website, and record the answer here. An admin can add the text under Settings.
          </Note>
        )}
        <SubjectFields
          choices={choices}
          origin={origin}
          isByHand
          values={values}
          field={form.field}
          onSet={(name, value) => {
            form.set(name, value as never) // the field shape ensures the type of `value`
            if (name !== 'locationId') return
            // A file belongs to the location for which it was uploaded, so another location needs its own file.
            setFile(null)
            form.set('evidenceId', null)
          }}
        />
        <AutoGrid least={200}>
          <TextInput label="Who you asked" placeholder="Quality at Acme Pharma" maxLength={200} {...form.field('askedWhom')} />
          <NativeSelect
            label="Channel"
            data={Object.entries(VERIFICATION_CHANNELS).map(([value, label]) => ({ value, label }))}
            {...form.field('channel')}
          />
        </AutoGrid>
        <AutoGrid least={200}>
          <NativeSelect label="Answer" data={ANSWERS} {...form.field('answer')} />
          <TextInput
            label="Reason (optional)"
            description="If the manufacturer did not confirm the package"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={200}
            {...form.field('reason')}
          />
        </AutoGrid>
        <TextInput
          label="Manufacturer’s remark (optional)"
          placeholder="Recalled, or its expiry was extended"
          maxLength={200}
          {...form.field('additionalInfo')}
        />
        <Textarea label="Note (optional)" rows={2} maxLength={2000} {...form.field('note')} />
        <EvidenceField
          label="File (optional)"
          value={file}
          onChange={(next) => {
            setFile(next)
            form.set('evidenceId', next?.id ?? null)
          }}
          upload={(chosen) => upload(locationId, chosen)}
          wordsOf={writeSentence}
          onBusy={setSending}
        />
      </Stack>
    </DialogPart>
  )
}
