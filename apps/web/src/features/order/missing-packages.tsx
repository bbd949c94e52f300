import { Box, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { useMemo, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { findFact, isFree, parseIndex, type ReceiveIndex } from './receive/receive-index.ts'
import { keyOfItem, type TicketItem } from './ticket-items.ts'

/** The missing packages: everything that didn't arrive, or only the packages that the user marks. */
export type Missing = 'all' | readonly TicketItem[]

interface MissingPackagesProps {
  documentId: number
  missing: Missing
  onChange: (missing: Missing) => void
}

/**
 * A missing package can't be scanned, so the user marks it in a list of the packages that have not been received. Packages on hold or set aside did
 * arrive and are not listed.
 */
export function MissingPackages({ documentId, missing, onChange }: MissingPackagesProps) {
  const index = trpc.order.readScanIndex.useQuery({ documentId }, { structuralSharing: false })
  return (
    <Box mt="md">
      <Loaded
        query={index}
        subject="The packages of this order"
        meaning="Nothing was changed. You need the list of packages to create the ticket."
        waiting={<Card busy>{null}</Card>}
      >
        {(data) => <Choices data={data} missing={missing} onChange={onChange} />}
      </Loaded>
    </Box>
  )
}

/** Maximum number of packages listed; the search narrows the list. */
const SHOWN = 100

interface ChoicesProps extends Pick<MissingPackagesProps, 'missing' | 'onChange'> {
  data: Parameters<typeof parseIndex>[0]
}

function Choices({ data, missing, onChange }: ChoicesProps) {
  const [search, setSearch] = useState('')
  const open = useMemo(() => listMissing(parseIndex(data)), [data])
  const wanted = search.replace(/\s/g, '').toUpperCase()
  const found = open.filter(({ serialNumber }) => (serialNumber ?? '').toUpperCase().includes(wanted))
  const marked = new Set(missing === 'all' ? [] : missing.map(keyOfItem))
  if (open.length === 0) return <Muted>Nothing is missing: every package was received, is on hold, or was set aside.</Muted>
  return (
    <>
      <Radio.Group
        label="Which packages are missing?"
        value={missing === 'all' ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? 'all' : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="some" label="The packages I mark" />
          <Radio value="all" label={`All ${formatAmount(open.length, 'package')} not received yet`} />
        </Stack>
      </Radio.Group>
      {missing !== 'all' && (
        <>
          <TextInput
            label="Find a serial number"
            mt="md"
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Text role="status" fz="xs" c="var(--ink-2)" my="xs">
            {missing.length === 0
              ? 'Mark the packages that did not arrive.'
              : `${formatAmount(missing.length, 'package')} marked as missing`}
            {found.length > SHOWN && `. The first ${formatCount(SHOWN)} of ${formatCount(found.length)} are listed.`}
          </Text>
          <Card>
            <Stack component="ul" gap={0} mah={232} px="md" py="xs" style={{ overflowY: 'auto' }} aria-label="Packages not received">
              {found.slice(0, SHOWN).map((item) => (
                <li key={keyOfItem(item)}>
                  <Checkbox
                    py={6}
                    checked={marked.has(keyOfItem(item))}
                    onChange={(event) =>
                      onChange(
                        event.currentTarget.checked ? [...missing, item] : missing.filter((one) => keyOfItem(one) !== keyOfItem(item)),
                      )
                    }
                    label={
                      <Group component="span" gap="0 12px">
                        <Code groups={groupCode('serial', item.serialNumber ?? '')} boldTail />
                        {item.lotNumber && <span>lot {item.lotNumber}</span>}
                      </Group>
                    }
                  />
                </li>
              ))}
            </Stack>
          </Card>
        </>
      )}
    </>
  )
}

function listMissing(index: ReceiveIndex): TicketItem[] {
  const items: TicketItem[] = []
  for (let line = 0; line < index.count; line += 1) {
    if (!isFree(index, line)) continue
    const fact = findFact(index, line)
    items.push({
      serialNumber: index.keys[line] ?? '',
      ...(fact?.gtin ? { gtin: fact.gtin } : {}),
      ...(fact?.lotNumber ? { lotNumber: fact.lotNumber } : {}),
      ...(fact?.expirationDate ? { expirationDate: fact.expirationDate } : {}),
    })
  }
  return items
}
