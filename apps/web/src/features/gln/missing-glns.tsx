import { Box, Button } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Lines } from '../../ui/layout/lines.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatDate } from '../../ui/text/format.ts'

/** GLNs that documents name and nobody has on file: one click from being added. Nothing while there are none. */
export function MissingGlns({ onAdd }: { onAdd: (gln: string) => void }) {
  const missing = trpc.gln.readManyMissing.useQuery()
  const { data = [] } = missing
  if (missing.isError && !missing.data) return <Failed query={missing} subject="Files that wait for a GLN" />
  if (data.length === 0) return null
  return (
    <Box mb="md">
      <Card title="In your files, but not on file here">
        <Lines
          lines={data.map(({ globalLocationNumber: gln, name, place, files, lastAt }) => ({
            key: gln,
            name: `GLN ${gln}`,
            content: <Code groups={groupCode('gln', gln)} />,
            sub: [[name, place].filter(Boolean).join(', '), `${formatAmount(files, 'file')} waiting, the last from ${formatDate(lastAt)}`]
              .filter(Boolean)
              .join('. '),
            end: (
              <Button size="xs" onClick={() => onAdd(gln)} aria-label={`Add GLN ${gln}`}>
                Add…
              </Button>
            ),
          }))}
        />
      </Card>
    </Box>
  )
}
