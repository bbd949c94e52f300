import { useState } from 'react'
import { save } from '../../api/file/download.ts'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { formatCount, toDay } from '../../ui/text/format.ts'
import { toast } from '../../ui/toast/toast.ts'

/** Saves all lines of the search as one CSV file, fetched piece by piece; `lines` counts while it runs. */
export function useAuditExport(search: Inputs['audit']['createOneCsv']) {
  const [lines, setLines] = useState<number>()
  const { mutateAsync } = trpc.audit.createOneCsv.useMutation({ meta: { touches: ['audit'] } })
  const run = async () => {
    const pieces: string[] = []
    let amount = 0
    let cursor: string | undefined
    setLines(0)
    try {
      do {
        const piece = await mutateAsync({ ...search, cursor })
        pieces.push(piece.text)
        amount += piece.lines
        cursor = piece.nextCursor ?? undefined
        setLines(amount)
      } while (cursor)
      save(new Blob(pieces, { type: 'text/csv;charset=utf-8' }), `audit-trail-${toDay(new Date())}.csv`)
      toast.done(`${formatCount(amount)} lines were saved as a CSV file.`)
    } catch {
      // Said by the one place of errors; a part of the trail is no trail, so nothing is saved.
    } finally {
      setLines(undefined)
    }
  }
  return { run, lines }
}
