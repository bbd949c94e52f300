import { save } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'

/** Saves the PDF of a report as it was sent; why it failed is said by the one place of errors. */
export function useDownloadReport() {
  const utils = trpc.useUtils()
  return async (filepath: string): Promise<void> => {
    const file = await utils.incidentReport.downloadOneByPath.fetch({ filepath }).catch(() => undefined)
    if (!file) return
    const bytes = Uint8Array.from(atob(file.base64), (sign) => sign.charCodeAt(0))
    save(new Blob([bytes], { type: 'application/pdf' }), file.filename)
  }
}
