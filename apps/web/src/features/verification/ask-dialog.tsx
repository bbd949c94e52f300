import { Button } from '@mantine/core'
import type { Verification, VerificationChoices } from '@seriatim/schema'
import { useState } from 'react'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { AskForm } from './ask-form.tsx'
import { ManualForm } from './manual-form.tsx'
import { RetryButton } from './retry-button.tsx'
import { type Origin, whyByHand } from './subject-values.ts'
import { VerificationFacts } from './verification-facts.tsx'

interface AskDialogProps {
  choices: VerificationChoices
  origin: Origin
  onClose: () => void
}

/**
 * Dialog that asks the manufacturer about a package through the verification service, or records an inquiry that a person made by phone, by email or
 * on a website. It then shows the answer.
 */
export function AskDialog({ choices, origin, onClose }: AskDialogProps) {
  const why = whyByHand(choices, origin)
  const [isByHand, setByHand] = useState(choices.driver === 'manual' || why !== undefined)
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
        <ManualForm
          {...form}
          why={why}
          onService={choices.driver === 'manual' || choices.purposes.length === 0 ? undefined : () => setByHand(false)}
        />
      ) : (
        <AskForm {...form} onByHand={() => setByHand(true)} />
      )}
    </Dialog>
  )
}
