import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'

/** Asks the service whether it would answer for a GTIN, with the saved settings. */
export function ServiceTest() {
  const [gtin, setGtin] = useState('')
  const test = trpc.verification.createOneTest.useMutation({ meta: { quiet: true } })
  return (
    <Card title="Check the connection">
      <CardBody>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            test.mutate({ gtin })
          }}
        >
          <Stack gap="md">
            <Group gap="xs" align="flex-end">
              <TextInput
                label="GTIN of a product"
                inputMode="numeric"
                maxLength={20}
                value={gtin}
                onChange={({ currentTarget: { value } }) => setGtin(value)}
              />
              <Button type="submit" loading={test.isPending}>
                Check
              </Button>
            </Group>
            {test.data && <Note meaning={test.data.isOk ? 'done' : 'attention'} alert title={test.data.text} />}
            {test.error && <Note meaning="stop" alert title={toRefusal(test.error).sentence} />}
          </Stack>
        </form>
      </CardBody>
    </Card>
  )
}
