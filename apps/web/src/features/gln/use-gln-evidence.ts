import { saveBase64 } from '../../api/file/download.ts'
import { sendFile } from '../../api/file/send-file.ts'
import { trpc } from '../../api/trpc.ts'

/** Uploads and downloads files that prove who owns a GLN. */
export function useGlnEvidence() {
  const send = trpc.gln.uploadOneEvidence.useMutation({ meta: { quiet: true } })
  const utils = trpc.useUtils()
  return {
    upload: async (customerLocationId: number, file: File) => {
      const { evidence } = await sendFile(file, (packet) => send.mutateAsync({ customerLocationId, ...packet }))
      if (!evidence) throw new Error('The upload is incomplete. Choose the file again.')
      return evidence
    },
    save: async (evidenceId: number) => {
      const file = await utils.gln.readOneEvidence.fetch({ evidenceId }, { staleTime: 0, meta: { loud: true } })
      saveBase64(file, file.contentType)
    },
  }
}
