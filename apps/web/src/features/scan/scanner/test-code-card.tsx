import { Button, Group, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import type { DrawnCode } from '../camera/draw-code.ts'
import css from './scanner.module.css'
import { TEST_CODE_PRINTED } from './test-code.ts'

/** Width and height of the code in pixels. */
const DRAWN = 132
/** White margin around the code: two modules, in units of the code's path. */
const QUIET = 4

/** Card with a test code. Its content is known, so what a scanner types can be compared with it character by character. */
export function TestCodeCard() {
  const [drawn, setDrawn] = useState<DrawnCode>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The barcode library is large and only this page needs it.
    import('../camera/draw-code.ts').then(({ drawDataMatrix }) => setDrawn(drawDataMatrix(TEST_CODE_PRINTED))).catch(() => setFailed(true))
  }, [])
  const side = (drawn?.side ?? 0) + 2 * QUIET
  return (
    <Card title="Test code" className={css.printed}>
      <Group wrap="nowrap" align="flex-start" px="md" pt="xs" pb="lg">
        {drawn ? (
          <svg
            className={css.drawn}
            style={{ flex: 'none' }}
            width={DRAWN}
            height={DRAWN}
            viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
            role="img"
            aria-label="Test code: a GS1 DataMatrix"
            shapeRendering="crispEdges"
          >
            <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
            <path d={drawn.path} fill="#000" />
          </svg>
        ) : (
          !failed && <Skeleton width={DRAWN} height={DRAWN} />
        )}
        <div>
          <p>
            {failed
              ? 'The test code could not be displayed. Scan the square 2D code of any package.'
              : 'Scan it from the screen or from paper. It reveals problems that scanning a package cannot, such as a different keyboard layout.'}
          </p>
          <Text c="var(--ink-2)" mt="xs" mb="sm">
            <Code groups={[TEST_CODE_PRINTED]} wraps small />
          </Text>
          <Button disabled={!drawn} leftSection={<Glyph of={IconPrinter} size={16} />} onClick={() => window.print()}>
            Print this code
          </Button>
        </div>
      </Group>
    </Card>
  )
}
