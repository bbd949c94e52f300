import { Button } from '@mantine/core'
import { countFindings, outcomeWords } from '@seriatim/schema'
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { countOf, formatCount, formatSize } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { LongWork } from '../../ui/progress-bar.tsx'
import { UploadFindings } from './upload-findings.tsx'
import type { Precheck } from './use-precheck.ts'

interface PrecheckCardProps {
  file: File
  precheck: Precheck
  onSend: () => void
}

/** What was found in the chosen file on this machine, before any of it is sent. */
export function PrecheckCard({ file, precheck, onSend }: PrecheckCardProps) {
  if (precheck.status === 'none') {
    return (
      <section className="card verdict" aria-labelledby="precheck-title">
        <div className="verdict-head">
          <Glyph of={IconInfoCircle} className="info" />
          <div>
            <h2 id="precheck-title">Ready to send</h2>
            <p className="muted words">{file.name}, not checked on this computer; nothing has been sent yet</p>
          </div>
        </div>
      </section>
    )
  }
  if (precheck.status === 'zip') {
    return (
      <section className="card verdict" aria-labelledby="precheck-title">
        <div className="verdict-head">
          <Glyph of={IconInfoCircle} className="info" />
          <div>
            <h2 id="precheck-title">A zip file is checked after it is sent</h2>
            <p className="muted words">{file.name}</p>
          </div>
        </div>
      </section>
    )
  }
  if (precheck.status === 'unreadable') {
    return (
      <section className="card verdict" aria-labelledby="precheck-title">
        <div className="verdict-head">
          <Glyph of={IconAlertOctagon} className="stop" />
          <div>
            <h2 id="precheck-title">No order can be made of this file</h2>
            <p className="muted words">{file.name}, checked on this computer; nothing has been sent yet</p>
            <p>{outcomeWords(precheck.outcome).reason}</p>
          </div>
          <Button onClick={onSend}>Send it anyway</Button>
        </div>
      </section>
    )
  }
  if (precheck.status === 'checking') {
    const { done, total } = precheck
    return (
      <section className="card work-card" aria-label="Being checked">
        <LongWork what={`Checking ${file.name} on this computer`} done={done} total={total}>
          {`${Math.round((done / Math.max(1, total)) * 100)} % of ${formatSize(total)}. Nothing has been sent yet.`}
        </LongWork>
      </section>
    )
  }
  const { findings, truncated, verdict } = precheck.validation
  const { title, meaning, Icon, text } = wordsOf(precheck.validation)
  return (
    <section className="card verdict" aria-labelledby="precheck-title">
      <div className="verdict-head">
        <Glyph of={Icon} className={meaning} />
        <div>
          <h2 id="precheck-title">{title}</h2>
          <p className="muted words">{file.name}, checked on this computer; nothing has been sent yet</p>
          {text && <p>{text}</p>}
        </div>
        {verdict !== 'ok' && <Button onClick={onSend}>Send it anyway</Button>}
      </div>
      <UploadFindings name={file.name} upload={{ findingList: [...findings], truncated }} isWhole={verdict !== 'malformed'} />
    </section>
  )
}

/** The headline, and what to do next. */
function wordsOf({ verdict, findings, truncated, meds }: Extract<Precheck, { status: 'checked' }>['validation']) {
  const { all, reject } = countFindings(findings, truncated)
  switch (verdict) {
    case 'ok':
      return { title: 'Nothing found: ready to send', meaning: 'done', Icon: IconCircleCheck, text: `It holds ${countOf(meds, 'med')}.` }
    case 'warn':
      return {
        title: `Ready to send, with ${countOf(all, 'finding')}`,
        meaning: 'attention',
        Icon: IconAlertTriangle,
        text: `It holds ${countOf(meds, 'med')}.`,
      }
    case 'reject':
      return {
        title: countOf(all, 'finding'),
        meaning: 'attention',
        Icon: IconAlertTriangle,
        text: `${reject === all ? 'All' : formatCount(reject)} ${reject === all ? 'are' : reject === 1 ? 'is' : 'are'} for the sender to fix. An order can still be made of it: send it, or choose another file.`,
      }
    case 'malformed':
      return {
        title: 'No order can be made of this file',
        meaning: 'stop',
        Icon: IconAlertOctagon,
        text: 'It cannot be read as an EPCIS document. Choose another file, or send it to keep a record.',
      }
  }
}
