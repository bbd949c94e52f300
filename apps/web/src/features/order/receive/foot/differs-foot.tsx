import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { isAvailable } from '../../../../shell/menu/menu.ts'
import { reportHref } from '../../../scan/report-link.ts'
import { findProduct } from '../panel/line-names.ts'
import { differenceWords } from '../panel/result-words.ts'
import { findFact, leftIn, RECEIVED } from '../receive-index.ts'
import { Foot, type FootProps, HoldLineButton, SetAside } from './foot-parts.tsx'
import { ReasonButton } from './reason-button.tsx'

/** Foot for a package whose label differs from the file. Its buttons for holding and reporting come before the one for receiving. */
export function DiffersFoot({ known, result, machine, onHold }: FootProps<'differs'>) {
  const { index } = known
  const { line, label, how } = result
  const left = index.meds[line] === 0 ? 0 : leftIn(index, line)
  const path = reportHref({
    serialNumber: index.keys[line] ?? '',
    isSscc: findFact(index, line)?.gtin == null && /^\d{18}$/.test(index.keys[line] ?? ''),
    gtin: findFact(index, line)?.gtin ?? undefined,
    ndc: findProduct(known, line)?.additionalTradeItemId ?? undefined,
    ...label,
    documentId: index.documentId,
  })
  return (
    <Foot said="">
      <HoldLineButton line={line} onHold={onHold} isAdvised />
      {isAvailable('/reportanincident') && (
        <Button component={Link} href={path}>
          Report An Incident
        </Button>
      )}
      <SetAside machine={machine} result={result} />
      {left > 0 && index.states[line] !== RECEIVED && (
        <ReasonButton
          label="Receive with the file’s data…"
          title="Receive with the file’s data"
          confirmLabel="Receive with the file’s data"
          destructive
          onReason={(reason) => machine.answer(line, how, { ...label, reason })}
        >
          <p>
            {differenceWords(result)} The record keeps what the file says; the receipt keeps what the label said, your name and your reason.
          </p>
        </ReasonButton>
      )}
    </Foot>
  )
}
