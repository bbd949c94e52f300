import { NativeSelect, Stack, Textarea } from '@mantine/core'
import { GLN_SOURCES, glnVerifying } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal, writeSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { EvidenceField } from '../../ui/field/evidence-field.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import type { GlnRow } from './gln-columns.tsx'
import { useGlnEvidence } from './use-gln-evidence.ts'

const shape = glnVerifying.pick({ source: true, note: true, evidenceId: true })

/** Stands for "no file chosen". It is not a valid id, so `shape` rejects it with a message under the field. */
const NO_FILE = 0

/** The customer admin confirms that a GLN belongs to the organization, and states where they looked it up. */
export function VerifyDialog({ row, onClose }: { row: GlnRow; onClose: () => void }) {
  const verify = trpc.gln.updateVerifyOne.useMutation({ meta: { quiet: true, done: 'GLN verified.', touches: ['gln', 'location'] } })
  const { customerLocationId, globalLocationNumber } = row
  const { upload } = useGlnEvidence()
  const [file, setFile] = useState<{ id: number; filename: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useZodForm({
    shape,
    initial: { source: 'registry' as const, note: '', evidenceId: NO_FILE },
    send: (input) => verify.mutateAsync({ customerLocationId, globalLocationNumberId: globalLocationNumber.id, ...input }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Verify this GLN"
      form={form}
      submitLabel={`Verify GLN ${globalLocationNumber.globalLocationNumber}`}
      disabled={isSending}
    >
      <Stack gap="md">
        <p>
          You confirm that this GLN belongs to {row.customerLocationName}. After that it cannot be changed or deleted. Your name and the
          file stay on record.
        </p>
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <NativeSelect
          label="Where was the GLN checked?"
          data={Object.entries(GLN_SOURCES).map(([value, label]) => ({ value, label }))}
          {...form.field('source')}
        />
        <Textarea
          label="Note (optional)"
          placeholder="Registry entry, or name of the person who confirmed it"
          rows={2}
          {...form.field('note')}
          value={form.values.note ?? ''}
        />
        <EvidenceField
          label="Proof"
          value={file}
          refusal={form.field('evidenceId').error}
          onChange={(next) => {
            setFile(next)
            form.set('evidenceId', next?.id ?? NO_FILE)
          }}
          upload={(chosen) => upload(customerLocationId, chosen)}
          wordsOf={writeSentence}
          onBusy={setSending}
        />
      </Stack>
    </FormDialog>
  )
}
