import { readBlob, save } from '../../../api/file/download.ts'
import { FRESH } from '../../../api/file/use-file-save.ts'
import { trpc } from '../../../api/trpc.ts'
import { formatSize } from '../../../ui/text/format.ts'
import { LinkButton } from '../../../ui/text/text.tsx'
import type { Ticket } from '../use-exceptions.ts'
import { Attachment, Attachments } from './attachments.tsx'

export function TicketFiles({ files }: { files: Ticket['files'] }) {
  const utils = trpc.useUtils()
  const fetch = async (fileId: number) => {
    const file = await utils.documentException.readOneFile.fetch({ fileId }, FRESH).catch(() => undefined) // the query client shows the error
    if (file) save(readBlob(file.base64, file.contentType), file.filename)
  }
  return (
    <Attachments>
      {files.map(({ id, filename, size }) => (
        <Attachment key={id} about={formatSize(size)}>
          <LinkButton onClick={() => void fetch(id)}>{filename}</LinkButton>
        </Attachment>
      ))}
    </Attachments>
  )
}
