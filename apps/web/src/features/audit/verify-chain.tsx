import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { countOf, formatCount, formatLongDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'

type Verified = Outputs['audit']['readManySeals']
type Outcome = Pick<Verified, 'intactUntil' | 'broken' | 'unsealed' | 'lines'>

/** Makes all hashes of the trail anew, and says whether it is as it was written. */
export function VerifyChain() {
  const utils = trpc.useUtils()
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async () => {
    setOutcome(undefined)
    setProgress({ done: 0, of: 0 })
    let lines = 0
    let done = 0
    let afterSealId = 0
    try {
      for (;;) {
        const piece = await utils.audit.readManySeals.fetch({ afterSealId }, { staleTime: 0 })
        lines += piece.lines
        done += piece.seals
        setProgress({ done, of: done + piece.left })
        if (piece.nextSealId === null) {
          setOutcome({ ...piece, lines })
          break
        }
        afterSealId = piece.nextSealId
      }
    } catch {
      // Said by the one place of errors.
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <section className="card audit-verify" aria-labelledby="audit-verify">
      <div>
        <h2 id="audit-verify">Is the trail as it was written?</h2>
        <p className="muted">
          Every five minutes the new lines are sealed with a hash over themselves and the seal before. A line that was changed, added or
          taken away later no longer fits its seal.
        </p>
      </div>
      <Button
        loading={progress !== undefined}
        leftSection={<IconShieldCheck className="ic ic-16" aria-hidden="true" />}
        onClick={() => void run()}
      >
        Verify the chain
      </Button>
      <div className="audit-outcome" role="status">
        {progress && progress.of > 0 && <p className="muted">{`${formatCount(progress.done)} of ${formatCount(progress.of)} seals`}</p>}
        {outcome && <OutcomeNote outcome={outcome} />}
      </div>
    </section>
  )
}

function OutcomeNote({ outcome: { broken, intactUntil, lines, unsealed } }: { outcome: Outcome }) {
  const waiting = unsealed > 0 ? ` ${countOf(unsealed, 'newer line')} will be sealed within minutes.` : ''
  if (broken) {
    const between = broken.after ? `between ${formatLongDateTime(broken.after)} and` : 'before'
    const amounts =
      broken.found === broken.expected
        ? ''
        : ` ${countOf(broken.expected, 'line was', 'lines were')} sealed, ${broken.found} ${broken.found === 1 ? 'is' : 'are'} there.`
    return (
      <Note meaning="stop" title="The chain is broken">
        {`A line written ${between} ${formatLongDateTime(broken.until)} was changed, added or taken away in the database.${amounts} What is older is intact. Keep a copy of the database and ask who had access to it.`}
      </Note>
    )
  }
  if (!intactUntil)
    return (
      <Note meaning="info" title="Nothing is sealed yet">
        {`The first seal is made within five minutes.${waiting}`}
      </Note>
    )
  return (
    <Note meaning="done" title={`Intact up to ${formatLongDateTime(intactUntil)}`}>
      {`${countOf(lines, 'line')} checked, nothing was changed, added or taken away.${waiting}`}
    </Note>
  )
}
