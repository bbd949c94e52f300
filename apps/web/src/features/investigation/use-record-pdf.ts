import { useState } from 'react'
import { saveBase64 } from '../../api/file/download.ts'
import { trpc } from '../../api/trpc.ts'

/** Saves the record of an investigation as a PDF; why it failed is said by the one place of errors. */
export function useRecordPdf(investigationId: number) {
  const utils = trpc.useUtils()
  const [isPending, setPending] = useState(false)
  async function download(): Promise<void> {
    setPending(true)
    const file = await utils.investigation.readOnePdf
      .fetch({ investigationId }, { meta: { loud: true }, staleTime: 0 })
      .catch(() => undefined)
    setPending(false)
    if (file) saveBase64(file, 'application/pdf')
  }
  return { isPending, download }
}
