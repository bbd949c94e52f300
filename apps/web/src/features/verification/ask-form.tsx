import { Button, Stack } from '@mantine/core'
import type { Verification, VerificationChoices } from '@seriatim/schema'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { SubjectFields } from './subject-fields.tsx'
import { makeSubjectShape, type Origin, startOf, toQuestion } from './subject-values.ts'

export interface FormProps {
  choices: VerificationChoices
  origin: Origin
  onClose: () => void
  onAnswer: (answer: Verification) => void
}

/** Form that asks the manufacturer through the verification service and waits for the answer. */
export function AskForm({ choices, origin, onClose, onAnswer, onByHand }: FormProps & { onByHand: () => void }) {
  const ask = trpc.verification.createOne.useMutation({ meta: { quiet: true, touches: ['verification', 'med', 'shipment'] } })
  const form = useZodForm({
    shape: makeSubjectShape(origin.subject),
    initial: startOf(choices, origin, false),
    send: async (values) => onAnswer(await ask.mutateAsync(toQuestion(values, origin.subject))),
    refusalOf: toRefusal,
  })
  return (
    <DialogPart
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onByHand} disabled={form.isBusy}>
            Record by hand
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            Ask the manufacturer
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <SubjectFields choices={choices} origin={origin} values={form.values} field={form.field} onSet={form.set} />
        <Muted>
          {choices.driver === 'simulator'
            ? 'This installation asks a simulator, not a manufacturer. '
            : 'The verification service sends the product identifier to the manufacturer. '}
          The package stays as it is, whatever the answer. By asking, you attest that you have the package in your possession.
        </Muted>
      </Stack>
    </DialogPart>
  )
}
