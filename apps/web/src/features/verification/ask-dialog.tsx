import { Button } from '@mantine/core'
import type { Verification, VerificationChoices } from '@seriatim/schema'
import { useState } from 'react'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { AskForm } from './ask-form.tsx'
import { ManualForm } from './manual-form.tsx'
import { RetryButton } from './retry-button.tsx'
import type { Origin } from './subject-values.ts'
import { VerificationFacts } from './verification-facts.tsx'

interface AskDialogProps {
  choices: VerificationChoices
  origin: Origin
  onClose: () => void
}

/** Asks the manufacturer, or records a question that was asked by hand, and shows the answer. */
export function AskDialog({ choices, origin, onClose }: AskDialogProps) {
  const [isByHand, setByHand] = useState(choices.driver === 'manual')
  const [answer, setAnswer] = useState<Verification>()
  const form = { choices, origin, onClose, onAnswer: setAnswer }
  return (
    <Dialog opened onClose={onClose} stays={answer === undefined} title={answer ? 'Answer' : 'Verify with the manufacturer'} size={560}>
      {answer ? (
        <DialogPart
          foot={
            <>
              <RetryButton verification={answer} onAnswer={setAnswer} />
              <Button variant="filled" onClick={onClose} data-autofocus>
                Close
              </Button>
            </>
          }
        >
          <VerificationFacts verification={answer} />
        </DialogPart>
      ) : isByHand ? (
        <ManualForm {...form} onService={choices.driver === 'manual' ? undefined : () => setByHand(false)} />
      ) : (
        <AskForm {...form} onByHand={() => setByHand(true)} />
      )}
    </Dialog>
  )
}
