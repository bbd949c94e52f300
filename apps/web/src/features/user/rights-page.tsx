import { Box, Text } from '@mantine/core'
import { IconCheck, IconMinus, IconUserStar } from '@tabler/icons-react'
import { findServerSentence } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { IconText, Quiet } from '../../ui/text/icon-text.tsx'

type Line = Outputs['user']['readRights'][number]

/** Shows in words who has which right. The table is the one that the server enforces on every call. */
export default function RightsPage() {
  const rights = trpc.user.readRights.useQuery()
  return (
    <Page
      title="Who may do what"
      crumbs={[{ label: 'Who may do what' }]}
      lede="Seriatim applies these rules to every request, from its own screens and from programs alike."
    >
      <Loaded
        query={rights}
        subject="The rules"
        sentence={findServerSentence(rights.error)}
        safe="They still apply"
        waiting={<Skeleton width="100%" height={400} />}
      >
        {(lines) => (
          <>
            <Card>
              <PlainTable label="Who may do what" groups stacks head={['What', 'User', 'Location admin', 'Customer admin']}>
                {makeGroups(lines).map(([group, own]) => (
                  <tbody key={group}>
                    <tr>
                      <th scope="rowgroup" colSpan={4}>
                        <Text span inherit display="block" pt="xs" fw={600}>
                          {group}
                        </Text>
                      </th>
                    </tr>
                    {own.map((line) => (
                      <tr key={line.right}>
                        <th scope="row">{line.what}</th>
                        <Where who="User" reach={line.user} />
                        <Where who="Location admin" reach={line.locationAdmin} />
                        <Where who="Customer admin" reach={line.customerAdmin} />
                      </tr>
                    ))}
                  </tbody>
                ))}
              </PlainTable>
            </Card>
            <Box mt="xl">
              <Owned />
            </Box>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Explains which of the caller's locations receive goods for another location (340B), and that the people at that location can view these goods. */
function Owned() {
  const owned = trpc.location.readManyOwned.useQuery()
  return (
    <Section title="Goods received for another location (340B)">
      <Loaded query={owned} subject="Receiving for other locations" safe="It still applies" waiting={<Skeleton width="100%" height={48} />}>
        {(list) => (
          <Card>
            <Box px="md" py="sm">
              {list.length === 0 && <p>None of your locations receives goods for another one.</p>}
              {list.map(({ id, name, owner }) => (
                <p
                  key={id}
                >{`People at ${owner.name} can see the orders and pedigrees that ${name} receives for it. They cannot change them.`}</p>
              ))}
            </Box>
          </Card>
        )}
      </Loaded>
    </Section>
  )
}

function makeGroups(lines: readonly Line[]): [string, Line[]][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) groups.set(line.group, [...(groups.get(line.group) ?? []), line])
  return [...groups]
}

const WHERE = {
  nowhere: { words: 'No', Icon: IconMinus },
  own: { words: 'Their locations', Icon: IconCheck },
  administered: { words: 'Administered locations', Icon: IconUserStar },
  everywhere: { words: 'Yes', Icon: IconCheck },
} as const

function Where({ who, reach }: { who: string; reach: Line['user'] }) {
  const { words, Icon } = WHERE[reach]
  return (
    <td data-label={who}>
      {reach === 'nowhere' ? (
        <Quiet>
          <IconText of={Icon}>{words}</IconText>
        </Quiet>
      ) : (
        <IconText of={Icon}>{words}</IconText>
      )}
    </td>
  )
}
