import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { DrawnCode } from './draw-code.ts'
import { TEST_CODE_PRINTED } from './test-code.ts'

/** White around the code, in units of its path: two modules. */
const QUIET = 4

/** A code whose content is known, so that what arrives can be compared with it sign by sign. */
export function TestCodeCard() {
  const [drawn, setDrawn] = useState<DrawnCode>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The drawing program is large, and only this page needs it.
    import('./draw-code.ts').then(({ drawDataMatrix }) => setDrawn(drawDataMatrix(TEST_CODE_PRINTED))).catch(() => setFailed(true))
  }, [])
  const side = (drawn?.side ?? 0) + 2 * QUIET
  return (
    <Card title="Test code" className="test-code">
      <div className="card-body">
        {drawn ? (
          <svg
            className="test-code-drawn"
            viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
            role="img"
            aria-label="Test code: a GS1 DataMatrix"
            shapeRendering="crispEdges"
          >
            <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
            <path d={drawn.path} fill="#000" />
          </svg>
        ) : (
          <span className={failed ? 'test-code-none' : 'test-code-none skeleton'} />
        )}
        <div>
          <p>
            {failed
              ? 'The test code could not be drawn. Scan the square 2D code of any package.'
              : 'Scan it from the screen or from paper. It names faults that a package cannot show, such as another keyboard layout.'}
          </p>
          <p className="code test-code-text">{TEST_CODE_PRINTED}</p>
          <Button disabled={!drawn} leftSection={<Glyph of={IconPrinter} size={16} />} onClick={() => window.print()}>
            Print this code
          </Button>
        </div>
      </div>
    </Card>
  )
}
