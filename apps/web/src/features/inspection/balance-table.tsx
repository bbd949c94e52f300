import { Box, TextInput } from '@mantine/core'
import { formatNdc } from '@seriatim/gs1'
import { formatAmount, formatCount, type NdcBalance } from '@seriatim/schema'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { LinkButton, SubText } from '../../ui/text/text.tsx'

interface BalanceTableProps {
  balances: readonly NdcBalance[]
  more: number
  /**
   * Called when the user enters how many packages of an NDC there were at the beginning. undefined if the pack has no closing balance, which is the
   * only figure that needs opening counts.
   */
  onOpening: ((ndc: string, opening: number | null) => void) | undefined
  onShow: (balance: NdcBalance) => void
}

const HEAD = [
  'NDC',
  'Opening',
  'Bought',
  'Received',
  'Typed in',
  'Sold',
  'Returned',
  'Destroyed',
  'Otherwise',
  'Recalled',
  'Dispensed',
  'Expected closing',
]

/** Balance table with one row per NDC. A click on the NDC opens a dialog with the lines that its balance adds up. */
export function BalanceTable({ balances, more, onOpening, onShow }: BalanceTableProps) {
  return (
    <>
      <PlainTable label="Balance by NDC" head={HEAD} stacks numbers region="Balance table">
        {balances.map((balance) => (
          <tr key={balance.ndc}>
            <td>
              <span>
                {balance.lines.length > 0 ? (
                  <LinkButton aria-haspopup="dialog" onClick={() => onShow(balance)}>
                    {balance.ndc ? formatNdc(balance.ndc) : 'No NDC'}
                  </LinkButton>
                ) : (
                  formatNdc(balance.ndc)
                )}
                <SubText>{balance.productName ?? (balance.lines.length ? '' : 'Not bought in this period')}</SubText>
              </span>
            </td>
            <td data-label="Opening">{onOpening ? <Opening ndc={balance.ndc} opening={balance.opening} onOpening={onOpening} /> : '–'}</td>
            <td data-label="Bought">{formatCount(balance.bought)}</td>
            <td data-label="Received">{formatCount(balance.amounts.received)}</td>
            <td data-label="Typed in">{formatCount(balance.amounts.typedIn)}</td>
            <td data-label="Sold">{formatCount(balance.amounts.sold)}</td>
            <td data-label="Returned">{formatCount(balance.amounts.returned)}</td>
            <td data-label="Destroyed">{formatCount(balance.amounts.destroyed)}</td>
            <td data-label="Otherwise">{formatCount(balance.amounts.otherwise)}</td>
            <td data-label="Recalled">{formatCount(balance.amounts.recalled)}</td>
            <td data-label="Dispensed">{balance.dispensed === null ? 'Not given' : formatCount(balance.dispensed)}</td>
            <td data-label="Expected closing">
              <Closing closing={balance.closing} />
            </td>
          </tr>
        ))}
      </PlainTable>
      {more > 0 && <EmptyLine>{formatAmount(more, 'more NDC')}: the pack has all of them.</EmptyLine>}
    </>
  )
}

function Closing({ closing }: { closing: number | null }) {
  if (closing === null) return '–'
  if (closing >= 0) return formatCount(closing)
  return (
    <IconText of={IconAlertTriangle} meaning="attention">
      {formatCount(closing)}
    </IconText>
  )
}

interface OpeningProps {
  ndc: string
  opening: number | null
  onOpening: (ndc: string, opening: number | null) => void
}

function Opening({ ndc, opening, onOpening }: OpeningProps) {
  const [text, setText] = useState(opening === null ? '' : String(opening))
  const leave = () => {
    const value = text.trim() === '' ? null : Number(text)
    if (value !== opening && (value === null || Number.isFinite(value))) onOpening(ndc, value)
  }
  return (
    <Box w={72} display="inline-block">
      <TextInput
        size="xs"
        aria-label={`Opening count of ${ndc ? formatNdc(ndc) : 'packages without NDC'}`}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={text.trim() !== '' && !Number.isFinite(Number(text))}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={leave}
      />
    </Box>
  )
}
