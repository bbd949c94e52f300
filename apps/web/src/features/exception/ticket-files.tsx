import { IconPaperclip } from '@tabler/icons-react'
import { blobOf, save } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'
import { formatSize } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { LinkButton } from '../../ui/text.tsx'
import css from './ticket-activity.module.css'
import type { Ticket } from './use-exceptions.ts'

/** Files of a ticket, each to be saved. */
export function TicketFiles({ files }: { files: Ticket['files'] }) {
  const utils = trpc.useUtils()
  const fetch = async (fileId: number) => {
    const file = await utils.documentException.readOneFile
      .fetch({ fileId }, { staleTime: 0, gcTime: 0, meta: { loud: true } })
      .catch(() => undefined) // said by the one place of errors
    if (file) save(blobOf(file.base64, file.contentType), file.filename)
  }
  return (
    <ul className={css.files}>
      {files.map(({ id, filename, size }) => (
        <li key={id}>
          <Glyph of={IconPaperclip} size={16} />
          <LinkButton onClick={() => void fetch(id)}>{filename}</LinkButton>
          <span>{formatSize(size)}</span>
        </li>
      ))}
    </ul>
  )
}
