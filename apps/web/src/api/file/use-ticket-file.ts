import { EVIDENCE_BYTES, type TicketFile } from '@seriatim/schema'
import { useCallback, useState } from 'react'
import { toast } from '../../ui/toast/toast.ts'
import { trpc } from '../trpc.ts'
import { sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/**
 * Uploads a photo or another file for a ticket as soon as it is chosen, so that the ticket or note that is sent next can refer to it. The upload
 * yields undefined if it failed; the user then sees the reason.
 */
export function useTicketFile() {
  const { mutateAsync } = trpc.documentException.uploadOneFile.useMutation()
  const [isUploading, setUploading] = useState(false)
  const upload = useCallback(
    async (chosen: File): Promise<TicketFile | undefined> => {
      setUploading(true)
      try {
        const small = await shrinkPhoto(chosen)
        if (small.size > EVIDENCE_BYTES) {
          toast.attention('This file is larger than 10 MB. Attach a smaller one.')
          return undefined
        }
        const { file } = await sendFile(small, (packet) => mutateAsync(packet))
        if (!file) toast.attention('The upload is incomplete. Choose the file again.')
        return file ?? undefined
      } catch {
        return undefined // the query client shows the reason
      } finally {
        setUploading(false)
      }
    },
    [mutateAsync],
  )
  return { upload, isUploading }
}
