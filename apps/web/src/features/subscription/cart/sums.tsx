import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainTable } from '../../../ui/table/plain-table.tsx'

/** What something costs, to the dialog's edges. */
export function Sums({ label, head, children }: { label: string; head?: readonly string[]; children: ReactNode }) {
  return (
    <Box mx={-16}>
      <PlainTable label={label} numbers head={head} stacks={head !== undefined}>
        {children}
      </PlainTable>
    </Box>
  )
}

/** One of its lines; `isWhole` is what is paid in the end. */
export function Sum({ label, amount, isWhole }: { label: string; amount: string; isWhole?: boolean }) {
  if (!isWhole)
    return (
      <tr>
        <th scope="row">{label}</th>
        <td>{amount}</td>
      </tr>
    )
  return (
    <tr>
      <Text component="th" scope="row" fz="xl" fw={600} c="var(--ink-1)">
        {label}
      </Text>
      <Text component="td" fz="xl" fw={600} c="var(--ink-1)">
        {amount}
      </Text>
    </tr>
  )
}

/** Where the button below it leads. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <Box mr="auto" style={{ alignSelf: 'center' }} c="var(--ink-2)">
    {children}
  </Box>
)
