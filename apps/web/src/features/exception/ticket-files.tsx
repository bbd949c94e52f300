import { IconPaperclip } from '@tabler/icons-react'
import { blobOf, save } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'
import { formatSize } from '../../ui/format.ts'
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
          <IconPaperclip size={16} aria-hidden="true" />
          <button type="button" className="link" onClick={() => void fetch(id)}>
            {filename}
          </button>
          <span>{formatSize(size)}</span>
        </li>
      ))}
    </ul>
  )
}
