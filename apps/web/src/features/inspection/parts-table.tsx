import { Box, Button, Group } from '@mantine/core'
import { FIXED_PARTS, formatAmount, PACK_PARTS, type PackPart, type PackPreview } from '@seriatim/schema'
import { IconAlertTriangle, IconCheck, IconPackage } from '@tabler/icons-react'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatSize, formatTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { SubText, VisuallyHidden } from '../../ui/text/text.tsx'
import { GapLines } from './gap-line.tsx'
import css from './inspection.module.css'

interface PartsTableProps {
  preview: PackPreview
  without: readonly PackPart[]
  isMaking: boolean
  onTick: (part: PackPart) => void
  onMake: () => void
}

/** Lists what the parts of a pack will contain and which gaps they have, counted before the pack is built. */
export function PartsTable({ preview, without, isMaking, onTick, onMake }: PartsTableProps) {
  const chosen = preview.parts.filter(({ part }) => !without.includes(part))
  const gaps = chosen.flatMap((one) => one.gaps).reduce((sum, { amount }) => sum + amount, 0)
  const size = preview.bytes ? `, documents of ${formatSize(preview.bytes)}` : ''
  return (
    <Section title="What will be in the pack" aside={`${chosen.length} of ${preview.parts.length} parts${size}`}>
      <Card
        foot={
          <>
            <span>
              {gaps > 0 ? (
                <IconText of={IconAlertTriangle} meaning="attention">
                  {formatAmount(gaps, 'gap')} will be stated on page 1
                </IconText>
              ) : (
                <IconText of={IconCheck} meaning="done">
                  No gaps were found
                </IconText>
              )}
              {gaps > 0 && <SubText>You can fix them first, or create the pack as it is.</SubText>}
            </span>
            <MakeButton isMaking={isMaking} onMake={onMake} />
          </>
        }
      >
        <Box className={css.parts ?? ''}>
          <PlainTable
            label="Parts of the pack"
            head={[
              <VisuallyHidden key="in">In the pack</VisuallyHidden>,
              'Part',
              `Counted at ${formatTime(preview.countedAt)}`,
              'What is missing',
            ]}
          >
            {preview.parts.map(({ part, counted, gaps: missing }) => (
              <tr key={part}>
                <td>
                  <input
                    type="checkbox"
                    className={css.tick}
                    aria-label={`${PACK_PARTS[part].name} in the pack`}
                    checked={!without.includes(part)}
                    disabled={FIXED_PARTS.includes(part)}
                    onChange={() => onTick(part)}
                  />
                </td>
                <Box component="td" fw="var(--w-strong)">
                  {PACK_PARTS[part].name}
                </Box>
                <td>{counted}</td>
                <td>
                  <GapLines gaps={missing} />
                </td>
              </tr>
            ))}
          </PlainTable>
        </Box>
        {preview.remarks.length > 0 && (
          <Box px="md" py="sm" style={{ borderTop: 'var(--line) solid var(--hairline)' }}>
            {preview.remarks.map((words) => (
              <SubText key={words}>{words}</SubText>
            ))}
          </Box>
        )}
      </Card>
    </Section>
  )
}

export function MakeButton({ isMaking, onMake }: { isMaking: boolean; onMake: () => void }) {
  return (
    <Group>
      <Button variant="filled" leftSection={<Glyph of={IconPackage} size={16} />} loading={isMaking} onClick={onMake}>
        Create this pack
      </Button>
    </Group>
  )
}
