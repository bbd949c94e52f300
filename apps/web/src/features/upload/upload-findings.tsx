import { Button } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Code } from '../../ui/code.tsx'
import { formatCount } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { cleanSections, type FindingGroup, type FindingLine, findingsText, groupFindings, placesOf, sectionName } from './finding-groups.ts'
import type { UploadDetail } from './use-uploads.ts'

/** Lines of one section that are shown before somebody asks for the rest. */
const SHOWN = 12

interface UploadFindingsProps {
  /** The file, as a copy names it. */
  name: string
  upload: Pick<UploadDetail, 'findingList' | 'truncated'>
  /** The document was read to its end: what has no finding is clean. */
  isWhole: boolean
}

/** What is wrong with the document, as sentences, by its sections. */
export function UploadFindings({ name, upload, isWhole }: UploadFindingsProps) {
  const groups = groupFindings(upload.findingList)
  const clean = cleanSections(groups)
  const more = Object.values(upload.truncated).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {groups.length > 0 && (
        <div className="finding-group finding-copy">
          <CopyFindings text={() => findingsText(name, groups, more)} />
          <span className="muted">All of them as text, to forward to the sender.</span>
        </div>
      )}
      {groups.map((group) => (
        <Group key={group.section} group={group} />
      ))}
      {more > 0 && (
        <p className="finding-group muted">
          {formatCount(more)} more findings of the same types were counted and are not listed one by one.
        </p>
      )}
      {isWhole && clean && (
        <p className="finding-group finding-clean">
          <Glyph of={IconCheck} className="done" />
          Nothing found in {clean}.
        </p>
      )}
    </>
  )
}

function CopyFindings({ text }: { text: () => string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button size="xs" leftSection={<Glyph of={Icon} size={16} />} onClick={() => void copy().catch(() => setCopied(false))}>
      <span aria-live="polite">{copied ? 'Copied' : 'Copy the findings'}</span>
    </Button>
  )
}

function Group({ group }: { group: FindingGroup }) {
  const { section, mend: fix, look, lines } = group
  const [all, showAll] = useState(false)
  const counts = [fix > 0 && `${formatCount(fix)} to fix`, look > 0 && `${formatCount(look)} to look at`].filter(Boolean).join(', ')
  const id = `findings-${section.replaceAll(' ', '-')}`
  return (
    <section className="finding-group" aria-labelledby={id}>
      <div className="finding-head">
        <h3 id={id}>{sectionName(section)}</h3>
        <span className="muted">{counts}</span>
      </div>
      <ul>
        {lines.slice(0, all ? undefined : SHOWN).map((line) => (
          <Line key={`${line.type} ${line.message} ${line.severity}`} line={line} />
        ))}
      </ul>
      {!all && lines.length > SHOWN && (
        <button type="button" className="link" onClick={() => showAll(true)}>
          Show {formatCount(lines.length - SHOWN)} more
        </button>
      )}
    </section>
  )
}

function Line({ line }: { line: FindingLine }) {
  const { type, severity, message, hint, lines, values, count } = line
  const isReject = severity === 'reject'
  const Icon = isReject ? IconAlertOctagon : IconAlertTriangle
  const places = placesOf(lines)
  return (
    <li className="finding">
      <span className={isReject ? 'stop' : 'attention'} role="img" aria-label={isReject ? 'Must be fixed' : 'To look at'}>
        <Glyph of={Icon} />
      </span>
      <div>
        <b>{message.replace(/\.$/, '')}</b>
        {hint && <span className="muted">{hint}</span>}
        <span className="finding-where">
          <span>{type}</span>
          {count > 1 && <span>{formatCount(count)} times</span>}
          {places && <span>{places}</span>}
          {values.slice(0, 2).map((value) => (
            <span key={value} className="finding-value">
              <Code groups={[value]} />
            </span>
          ))}
        </span>
      </div>
    </li>
  )
}
