import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** The text of a procedure: "# " begins a heading, "- " an item; every other line is a paragraph. It is shown as text, never as HTML. */
export function ProcedureText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let items: string[] = []
  const endList = (key: number) => {
    if (items.length === 0) return
    const list = items
    parts.push(
      <Box component="ul" key={`list-${key}`} pl="lg" style={{ listStyle: 'disc' }}>
        {list.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          <li key={at}>{item}</li>
        ))}
      </Box>,
    )
    items = []
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith('- ')) {
      items.push(line.slice(2))
      continue
    }
    endList(at)
    if (line.startsWith('# '))
      parts.push(
        <Box component="h3" key={at} mt={parts.length > 0 ? 'sm' : 0}>
          {line.slice(2)}
        </Box>,
      )
    else if (line.trim()) parts.push(<p key={at}>{line}</p>)
  }
  endList(-1)
  return (
    <Stack gap="xs" maw="var(--measure)" style={{ overflowWrap: 'anywhere' }}>
      {parts}
    </Stack>
  )
}
