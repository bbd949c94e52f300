import { Button, Stack } from '@mantine/core'
import { formatAmount, type GuestShipment } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatSize } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'

/** The documents of a shipment for its receiver, who has no account. */
export function GuestShipmentFiles({ shipment, token }: { shipment: GuestShipment; token: string }) {
  const { name, purpose, from, to, meds, sent, voided, files } = shipment
  return (
    <Stack gap="lg" mt="md">
      <h2>{name}</h2>
      {voided && (
        <Note meaning="stop" title={`The sender voided this shipment on ${voided}.`}>
          The packages did not change hands. The document that voids the shipment is below.
        </Note>
      )}
      <FactsCard
        facts={[
          { label: 'From', value: from },
          { label: 'To', value: to },
          { label: 'Purpose', value: purpose },
          { label: 'Packages', value: formatAmount(meds, 'package') },
          { label: 'Sent', value: sent },
        ]}
      />
      {files.map((file) => (
        <Card key={file.id} label={file.name}>
          <CardBody>
            <h3>{file.name}</h3>
            <SubText>
              {file.filename}, {formatSize(file.bytes)}
            </SubText>
            <SubText>
              SHA-256 <Code groups={file.sha256.match(/.{1,8}/g) ?? []} wraps copy={`fingerprint of ${file.filename}`} />
            </SubText>
            <Button
              style={{ alignSelf: 'flex-start' }}
              component="a"
              variant="filled"
              href={`/inspect/${encodeURIComponent(token)}/file?document=${file.id}`}
              download
              aria-label={`Download ${file.filename}`}
              leftSection={<Glyph of={IconDownload} size={16} />}
            >
              Download
            </Button>
          </CardBody>
        </Card>
      ))}
    </Stack>
  )
}
