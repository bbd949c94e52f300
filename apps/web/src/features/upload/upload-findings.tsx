import { Box, Button, Group, Text } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Code } from '../../ui/text/code.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { LinkButton, Muted } from '../../ui/text/text.tsx'
import {
  cleanSections,
  type FindingLine,
  findingsText,
  groupPrecheckFindings,
  type PrecheckGroup,
  sectionName,
  writeLineNumbers,
} from './precheck/finding-groups.ts'
import type { UploadDetail } from './use-uploads.ts'
import { VerdictPart } from './verdict-card.tsx'

/** Rows per section shown before the user asks for the rest. */
const SHOWN = 12

interface UploadFindingsProps {
  /** File name, which heads the list of findings that the user can copy as text. */
  name: string
  upload: Pick<UploadDetail, 'findingList' | 'truncated'>
  /** Whether the document was read to the end; only then do sections without findings count as clean. */
  isWhole: boolean
}

/** Problems with the document as sentences, by section. */
export function UploadFindings({ name, upload, isWhole }: UploadFindingsProps) {
  const groups = groupPrecheckFindings(upload.findingList)
  const clean = cleanSections(groups)
  const more = Object.values(upload.truncated).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {groups.length > 0 && (
        <VerdictPart>
          <Group gap="sm">
            <CopyFindings text={() => findingsText(name, groups, more)} />
            <Muted>Copies all problems as text to forward to the sender.</Muted>
          </Group>
        </VerdictPart>
      )}
      {groups.map((group) => (
        <Section key={group.section} group={group} />
      ))}
      {more > 0 && (
        <VerdictPart>
          <Muted>{formatCount(more)} more findings of the same types were counted but are not listed one by one.</Muted>
        </VerdictPart>
      )}
      {isWhole && clean && (
        <VerdictPart>
          <Group component="p" gap="sm" wrap="nowrap" c="var(--ink-2)">
            <Glyph of={IconCheck} color="var(--done-text)" />
            No problems found in {clean}.
          </Group>
        </VerdictPart>
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

function Section({ group }: { group: PrecheckGroup }) {
  const { section, errors, warnings, lines } = group
  const [all, showAll] = useState(false)
  const counts = [errors > 0 && `${formatCount(errors)} to fix`, warnings > 0 && `${formatCount(warnings)} to look at`]
    .filter(Boolean)
    .join(', ')
  return (
    <VerdictPart label={sectionName(section)}>
      <Group justify="space-between" gap="sm" mb="xs">
        <h3>{sectionName(section)}</h3>
        <Muted>{counts}</Muted>
      </Group>
      <ul>
        {lines.slice(0, all ? undefined : SHOWN).map((line) => (
          <Line key={`${line.type} ${line.message} ${line.severity}`} line={line} />
        ))}
      </ul>
      {!all && lines.length > SHOWN && <LinkButton onClick={() => showAll(true)}>Show {formatCount(lines.length - SHOWN)} more</LinkButton>}
    </VerdictPart>
  )
}

function Line({ line }: { line: FindingLine }) {
  const { type, severity, message, hint, lines, values, count } = line
  const isReject = severity === 'reject'
  const Icon = isReject ? IconAlertOctagon : IconAlertTriangle
  const places = writeLineNumbers(lines)
  return (
    <Group component="li" gap="sm" py="xs" wrap="nowrap" align="flex-start">
      <Glyph of={Icon} label={isReject ? 'Must be fixed' : 'To look at'} color={isReject ? 'var(--stop-text)' : 'var(--attention-text)'} />
      <Box miw={0}>
        <b>{message.replace(/\.$/, '')}</b>
        {hint && <Muted>{hint}</Muted>}
        <Group component="span" gap="0 16px" mt={2} fz="xs" c="var(--ink-3)">
          <span>{type}</span>
          {count > 1 && <span>{formatCount(count)} times</span>}
          {places && <span>{places}</span>}
          {values.slice(0, 2).map((value) => (
            <Text key={value} span inherit truncate maw="100%">
              <Code groups={[value]} />
            </Text>
          ))}
        </Group>
      </Box>
    </Group>
  )
}
