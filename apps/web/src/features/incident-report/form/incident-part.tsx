import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled section of an incident's page, or of the summary before sending. */
export function IncidentPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Box component="h3" id={id} mb="xs">
        {title}
      </Box>
      {children}
    </section>
  )
}
