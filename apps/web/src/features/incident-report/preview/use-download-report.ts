import { saveBase64 } from '../../../api/file/download.ts'
import { trpc } from '../../../api/trpc.ts'

/** Saves the PDF of a report as it was sent; the query client shows a failure. */
export function useDownloadReport() {
  const utils = trpc.useUtils()
  return async (filepath: string): Promise<void> => {
    const file = await utils.incidentReport.downloadOneByPath.fetch({ filepath }, { meta: { loud: true } }).catch(() => undefined)
    if (file) saveBase64(file, 'application/pdf')
  }
}
