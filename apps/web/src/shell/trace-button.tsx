import { Button } from '@mantine/core'
import { tracingStartPath } from '@seriatim/schema/tracing-clock'
import { IconRoute } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSession } from '../api/session/session.ts'
import { Glyph } from '../ui/text/glyph.tsx'
import { mayUse } from './route/rights.ts'

interface TraceButtonProps {
  kind: 'med' | 'recall' | 'incident' | 'exception'
  id: number
}

/** Button that starts a tracing request about the packages on screen; only people who may record requests see it. */
export function TraceButton({ kind, id }: TraceButtonProps) {
  if (!mayUse('tracing:write', useSession())) return null
  return (
    <Button component={Link} href={tracingStartPath(kind, id)} leftSection={<Glyph of={IconRoute} size={16} />}>
      Record a tracing request
    </Button>
  )
}
