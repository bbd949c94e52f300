import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainTable } from '../../../ui/table/plain-table.tsx'

/** A cost breakdown that spans the dialog's width. */
export function Sums({ label, head, children }: { label: string; head?: readonly string[]; children: ReactNode }) {
  return (
    <Box mx={-16}>
      <PlainTable label={label} numbers head={head} stacks={head !== undefined}>
        {children}
      </PlainTable>
    </Box>
  )
}

/** One row; `isWhole` marks the total to pay. */
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

/** A hint beside a button that says where the button leads. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <Box mr="auto" style={{ alignSelf: 'center' }} c="var(--ink-2)">
    {children}
  </Box>
)
